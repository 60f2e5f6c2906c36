import { AssistantId, Realm, SessionId } from '../identities.js'
import { machine, oneOf, option, same } from '../vocabulary.js'

const Outcome = oneOf('completed', 'failed', 'declined', 'interrupted')

/** What a session's readers see of its last step. Each step has one assistant and one end. */
export const SessionTranscript = machine({
  name: 'SessionTranscript',
  version: 1,
  key: { realm: Realm, sessionId: SessionId },
  phases: [
    /** No step is under way. */
    'Quiet',
    /** A step has begun, and its end is not told yet. */
    'Open',
  ],
  initial: 'Quiet',
  terminal: [],
  state: {
    /** What the step under way writes to. */
    assistantId: option(AssistantId),
    /** How the last step ended; null before the first, and while one is under way. */
    outcome: option(Outcome),
  },
  inputs: {
    OpenStep: { fields: { assistantId: AssistantId } },
    CloseStep: { fields: { assistantId: option(AssistantId), outcome: Outcome } },
  },
  effects: {},
  transitions: {
    OpenStep: {
      on: 'OpenStep',
      from: ['Quiet'],
      to: 'Open',
      update: (_s, i) => ({ assistantId: i.assistantId, outcome: null }),
    },
    CloseStep: {
      on: 'CloseStep',
      from: ['Open'],
      to: 'Quiet',
      refuse: { other_assistant: (s, i) => i.assistantId !== s.assistantId },
      update: (_s, i) => ({ assistantId: null, outcome: i.outcome }),
    },
    /** An interruption may come before any step of its execution; nothing else ends what has not begun. */
    NoteInterruption: {
      on: 'CloseStep',
      from: ['Quiet'],
      to: 'same',
      refuse: { no_such_step: (_s, i) => i.assistantId !== null || i.outcome !== 'interrupted' },
      update: (_s, i) => ({ outcome: i.outcome }),
    },
  },
  always: {
    an_open_step_has_an_assistant: (s) => (s.phase === 'Open') === (s.assistantId !== null),
    an_open_step_has_no_outcome: (s) => s.phase !== 'Open' || s.outcome === null,
    a_step_begins_where_none_is_open: (s, next) => next.phase !== 'Open' || s.phase === 'Quiet',
    a_step_ends_under_its_assistant: (s, next, i) => i.type !== 'CloseStep' || i.assistantId === s.assistantId || same(s, next),
    only_an_interruption_ends_what_has_not_begun: (s, next) =>
      s.phase === 'Open' || next.outcome === s.outcome || next.phase === 'Open' || next.outcome === 'interrupted',
    a_step_ends_with_an_outcome: (s, next) => s.phase !== 'Open' || next.phase === 'Open' || next.outcome !== null,
  },
  reachable: {
    completed: (s) => s.outcome === 'completed',
    interrupted_in_a_step: (s, next) => s.phase === 'Open' && next.outcome === 'interrupted',
    interrupted_before_a_step: (s, next) => s.phase === 'Quiet' && next.outcome === 'interrupted',
    a_second_step: (s, next) => s.outcome !== null && next.phase === 'Open',
  },
  model: {
    ci: { Realm: 1, SessionId: 1, AssistantId: 2 },
    deep: { Realm: 1, SessionId: 1, AssistantId: 4 },
  },
})
