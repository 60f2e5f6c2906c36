import { Clock, Realm, SessionId } from '../identities.js'
import { clock, machine, nat, oneOf } from '../vocabulary.js'

const Execution = nat('Execution')
/** What the owner of a claim does at the moment: it asks the provider, or runs tools for it. */
const Doing = oneOf('CallingProvider', 'ExecutingFastTool', 'StreamingTool')

const now = { observedAtMs: clock(Clock) }

/**
 * What a session does now, and since when: for whoever watches it. It follows the claim, decides nothing, and outlives the process
 * that does it; whether that lives is what the claim's lease says.
 */
export const SessionActivity = machine({
  name: 'SessionActivity',
  version: 1,
  key: { realm: Realm, sessionId: SessionId },
  phases: [
    /** Nobody has the session. */
    'Idle',
    /** An execution is under way, and no tool of it runs. */
    'CallingProvider',
    'ExecutingFastTool',
    /** A tool runs that reports as it goes. */
    'StreamingTool',
    /** The execution was cancelled: its tools and finalizers end. */
    'Draining',
  ],
  initial: 'Idle',
  terminal: [],
  state: {
    /** Which execution says so. */
    execution: Execution,
    /** When this began. */
    sinceMs: Clock,
  },
  inputs: {
    /** An owner has the session, or has taken it over. */
    Begin: { fields: { execution: Execution }, supplied: now },
    Note: {
      fields: { execution: Execution, doing: Doing },
      supplied: now,
      refuse: {
        other_execution: (s: { readonly execution: number }, i: { readonly execution: number }) => i.execution !== s.execution,
      },
    },
    Drain: { fields: {}, supplied: now },
    End: { fields: {}, supplied: now },
  },
  effects: {},
  transitions: {
    Begin: {
      on: 'Begin',
      from: ['Idle', 'ExecutingFastTool', 'StreamingTool', 'Draining'],
      to: 'CallingProvider',
      update: (_s, i) => ({ execution: i.execution, sinceMs: i.observedAtMs }),
    },
    /** The step that was lost goes on: it has been asked for since it began. */
    Continue: { on: 'Begin', from: ['CallingProvider'], to: 'same', update: (_s, i) => ({ execution: i.execution }) },
    CallProvider: {
      on: 'Note',
      from: ['ExecutingFastTool', 'StreamingTool'],
      to: 'CallingProvider',
      when: (_s, i) => i.doing === 'CallingProvider',
      update: (_s, i) => ({ sinceMs: i.observedAtMs }),
    },
    ExecuteFastTool: {
      on: 'Note',
      from: ['CallingProvider', 'StreamingTool'],
      to: 'ExecutingFastTool',
      when: (_s, i) => i.doing === 'ExecutingFastTool',
      update: (_s, i) => ({ sinceMs: i.observedAtMs }),
    },
    StreamTool: {
      on: 'Note',
      from: ['CallingProvider', 'ExecutingFastTool'],
      to: 'StreamingTool',
      when: (_s, i) => i.doing === 'StreamingTool',
      update: (_s, i) => ({ sinceMs: i.observedAtMs }),
    },
    /** It does so already. */
    GoOn: {
      on: 'Note',
      from: ['CallingProvider', 'ExecutingFastTool', 'StreamingTool'],
      to: 'same',
      when: (s, i) => i.doing === s.phase,
    },
    Drain: {
      on: 'Drain',
      from: ['CallingProvider', 'ExecutingFastTool', 'StreamingTool'],
      to: 'Draining',
      update: (_s, i) => ({ sinceMs: i.observedAtMs }),
    },
    End: {
      on: 'End',
      from: ['CallingProvider', 'ExecutingFastTool', 'StreamingTool', 'Draining'],
      to: 'Idle',
      update: (_s, i) => ({ sinceMs: i.observedAtMs }),
    },
    /** A quarantine that is released: nobody had the session meanwhile. */
    EndAgain: { on: 'End', from: ['Idle'], to: 'same' },
  },
  always: {
    /** What begins is stamped as it begins, and keeps that moment while it lasts. */
    since_is_when_it_began: (s, next, i) => next.sinceMs === (next.phase === s.phase ? s.sinceMs : i.observedAtMs),
    an_execution_speaks_for_itself: (s, next, i) =>
      next.execution === (i.type === 'Begin' ? i.execution : s.execution) &&
      (i.type !== 'Note' || i.execution === s.execution || next.phase === s.phase),
    what_is_noted_is_shown: (_s, next, i) => i.type !== 'Note' || next.phase === i.doing,
    what_begins_calls_the_provider: (_s, next, i) => i.type !== 'Begin' || next.phase === 'CallingProvider',
    what_drains_does_nothing_new: (s, next, i) =>
      s.phase !== 'Draining' || next.phase === 'Draining' || i.type === 'End' || i.type === 'Begin',
    what_ends_is_idle: (_s, next, i) => i.type !== 'End' || next.phase === 'Idle',
    what_drains_is_shown: (_s, next, i) => i.type !== 'Drain' || next.phase === 'Draining',
  },
  reachable: {
    calling: (s) => s.phase === 'CallingProvider',
    executing: (s) => s.phase === 'ExecutingFastTool',
    streaming: (s) => s.phase === 'StreamingTool',
    draining: (s) => s.phase === 'Draining',
    /** A restart moves no moment of what goes on. */
    gone_on_elsewhere: (s, next) => s.phase === 'CallingProvider' && next.phase === 'CallingProvider' && next.execution > s.execution,
    idle_again: (s, next) => s.phase !== 'Idle' && next.phase === 'Idle',
  },
  model: {
    ci: { Realm: 1, SessionId: 1, Execution: 2, Clock: 2 },
    deep: { Realm: 1, SessionId: 1, Execution: 3, Clock: 4 },
  },
})
