import type { TlcAsked } from './tlc-cfg.js'
import type { TlcBreach, TlcOutput, TlcStep } from './tlc-output.js'
import { placesIn, placeText, positionText } from './tlc-places.js'
import type { TlaOrigins, TlaPlace } from './tlc-places.js'

/**
 * What one run of TLC proves. Its exit status is only one of the witnesses: what it printed, its counts and what its cfg asked
 * for must agree, and whatever is not understood is `unfinished`, which is never a verdict.
 */
export type TlcOutcome =
  /** The whole graph was searched for what the cfg asks, and nothing broke. */
  | { readonly kind: 'complete'; readonly version: string; readonly counts: TlcCounts; readonly coverage: TlcOutput['coverage'] }
  /** Something that the cfg asks for does not hold, and this behaviour shows it. */
  | {
      readonly kind: 'violation'
      readonly version: string
      /** `refinement`: a step that an INSTANCE's specification does not allow. */
      readonly of: TlcBreach['of'] | 'refinement'
      /** As the cfg names them. TLC names no property for a step that breaks `[][A]_v` of an INSTANCE, and no deadlock: then empty. */
      readonly names: readonly string[]
      readonly at: TlaPlace | null
      readonly trace: readonly TlcStep[]
      readonly end: TlcOutput['end']
    }
  | {
      readonly kind: 'unfinished'
      readonly version: string
      readonly why: Why
      /** What stopped it, in one line, with its place where there is one. */
      readonly reason: string
      /** What helps. */
      readonly help: string
      /** In the modules, the innermost last. */
      readonly places: readonly TlaPlace[]
    }

export type Why =
  /** There is no jar, no Java, or no place to run in. */
  | 'jar'
  | 'java'
  | 'folder'
  | 'disk'
  /** Its own time was over; somebody else ended it. */
  | 'time'
  | 'killed'
  /** Java's heap or stack was too small. */
  | 'memory'
  | 'stack'
  /** The module is not TLA+ (a word, a name), or another module is not there. */
  | 'syntax'
  | 'semantics'
  | 'module'
  /** The cfg is not there, is no cfg, or does not fit the module. */
  | 'cfg'
  | 'assumption'
  | 'evaluation'
  /** It ran, and what it saw proves nothing. */
  | 'simulation'
  | 'continued'
  | 'cut'
  | 'nothing asked'
  | 'empty'
  | 'incomplete'
  /** Exit status and output do not fit together, or are not known. */
  | 'not understood'

export interface TlcCounts {
  readonly generated: number
  readonly distinct: number
  readonly depth: number
}

/** How a run of TLC ended. */
export interface TlcRun {
  readonly output: TlcOutput
  readonly exit: number | null
  /** Why there was no run, or no whole one. */
  readonly broken: 'no java' | 'timeout' | 'killed' | null
  readonly stderr: string
}

/** What is known of the run beside what it printed: for the words of its reasons. */
export interface TlcKnown {
  readonly asked: TlcAsked
  /** The main module, and module -> text. */
  readonly name: string
  readonly modules: Readonly<Record<string, string>>
  readonly origins: TlaOrigins
  readonly timeoutMs: number
  readonly heap: string
  /** The bound whose lowering shrinks the model most, `Clock: 5`. */
  readonly lower: string | null
}

export function outcomeOf(ran: TlcRun, known: TlcKnown): TlcOutcome {
  const { output } = ran
  const stopped = whyStopped(ran, known) ?? whyNotRead(ran, known) ?? whyNoProof(ran, known)
  if (stopped !== null) return { kind: 'unfinished', version: output.version, places: [], ...stopped }
  if (ran.exit === 0) {
    const counts = { generated: output.generated ?? 0, distinct: output.distinct ?? 0, depth: output.depth ?? 0 }
    return { kind: 'complete', version: output.version, counts, coverage: output.coverage }
  }
  const { of, names, at } = output.breaches[0]!
  return {
    kind: 'violation',
    version: output.version,
    of: of === 'action' && isOfInstance(names, at, known.name) ? 'refinement' : of,
    names,
    at,
    trace: output.trace,
    end: output.end,
  }
}

interface Stopped {
  readonly why: Why
  readonly reason: string
  readonly help: string
  readonly places?: readonly TlaPlace[]
}

/** It did not come to its end. */
function whyStopped({ output, exit, broken, stderr }: TlcRun, { timeoutMs, heap, lower }: TlcKnown): Stopped | null {
  const bound = lower === null ? 'lower a bound in `model`' : `lower ${lower}`
  const said = [...output.errors.map(({ text }) => text), stderr].join('\n')
  const codes = output.errors.map(({ code }) => code)
  if (broken === 'no java')
    return {
      why: 'java',
      reason: 'no Java was found to run it',
      help: 'Install a Java runtime, version 11 or later, and put `java` on the PATH.',
    }
  if (broken === 'timeout')
    return { why: 'time', reason: `its time of ${timeoutMs / 1000} s was over`, help: `Give more with --tlc-timeout, or ${bound}.` }
  if (codes.includes(1001) || codes.includes(1002) || /OutOfMemoryError|insufficient memory/.test(said))
    return { why: 'memory', reason: `Java's heap of ${heap} was full`, help: `Give more with --tlc-heap, or ${bound}.` }
  if (codes.includes(1005) || /StackOverflowError/.test(said))
    return { why: 'stack', reason: "Java's stack was full", help: `A value or a recursion is too deep: ${bound}.` }
  if (/No space left on device|Disk quota exceeded|Read-only file system/.test(said))
    return {
      why: 'disk',
      reason: `the disk takes nothing more: ${firstLine(said)}`,
      help: 'Make room, or name a roomier folder in TMPDIR.',
    }
  if (broken === 'killed' || exit === 130 || exit === 137 || exit === 143)
    return { why: 'killed', reason: 'it was killed', help: 'Run it again; it may have lacked memory: see --tlc-heap.' }
  return null
}

/** It did not accept the module or the cfg, or could not evaluate them. */
function whyNotRead({ output, exit }: TlcRun, known: TlcKnown): Stopped | null {
  const [first] = output.errors
  const said = first === undefined ? '' : sentence(first.text)
  const fault = 'This is a fault of pawl itself, unless the module was written by hand: report it.'
  if (exit === 150) return { ...parserSays(output.parser, known), help: fault }
  if (exit === 151 || first?.code === 5001 || first?.code === 5006 || /in the configuration file at line/.test(said))
    return { why: 'cfg', reason: `the cfg does not fit: ${said}`, help: fault }
  if (exit === 10) {
    const [at] = output.errors.flatMap(({ text }) => placesIn(text))
    return { why: 'assumption', reason: `an assumption is false${inText(at, known)}`, help: fault, places: at === undefined ? [] : [at] }
  }
  if ((exit !== null && exit >= 75 && exit <= 77) || first?.code === 2178) {
    const at = output.places.at(-1)
    return { why: 'evaluation', reason: `${said}${inText(at, known) || invariantsPlace(said, known)}`, help: fault, places: output.places }
  }
  return null
}

/** It came to its end, and that proves nothing; or it contradicts itself. */
function whyNoProof({ output, exit, stderr }: TlcRun, { asked }: TlcKnown): Stopped | null {
  const odd = (reason: string): Stopped => ({ why: 'not understood', reason, help: 'Its output was not understood: report it.' })
  if (output.mode === 'simulation')
    return { why: 'simulation', reason: 'it looked at some behaviours only', help: 'A simulation is no verdict: search without -simulate.' }
  if (output.breaches.length > (exit === 0 ? 0 : 1))
    return { why: 'continued', reason: 'it went on after a violation', help: 'That is no verdict: run it without -continue.' }
  if (exit === 0) {
    if (!output.finished || !output.completed) return odd('it ended without saying that it was done')
    if (output.errors.length > 0) return odd(`it ended well and said: ${firstLine(output.errors[0]!.text)}`)
    const { distinct, left } = output
    if (asked.cuts.length > 0)
      return { why: 'cut', reason: `its cfg cuts the graph: ${asked.cuts.join(', ')}`, help: 'Bound the domains instead.' }
    if (distinct === null || distinct === 0)
      return {
        why: 'empty',
        reason: `it looked into ${distinct ?? 'no'} states`,
        help: 'Nothing satisfies Init, so that nothing was checked.',
      }
    if (left !== 0)
      return { why: 'incomplete', reason: `it left ${left ?? 'some'} of ${distinct} states`, help: 'The search was not complete.' }
    if (asked.invariants.length + asked.properties.length === 0 && !asked.deadlock)
      return { why: 'nothing asked', reason: 'its cfg asks for nothing', help: 'Name the invariants and properties in the cfg.' }
    return null
  }
  const [breach] = output.breaches
  const fits = breach !== undefined && exit !== null && EXITS[exit]?.includes(breach.of) === true
  if (fits && output.finished && output.trace.length > 0) return null
  const said = [output.errors[0]?.text ?? '', stderr.trim()].find((text) => text !== '') ?? 'it said nothing more'
  const what = breach === undefined ? sentence(said) : `it shows a violation (${breach.of}) and does not end as one`
  return { why: 'not understood', reason: `exit status ${exit}: ${what}`, help: 'Only a violation or a whole search is a verdict.' }
}

/** 13 is a property over behaviours, which an action property and a refinement are too. */
const EXITS: Readonly<Record<number, readonly TlcBreach['of'][]>> = {
  11: ['deadlock'],
  12: ['invariant'],
  13: ['liveness', 'action'],
  14: ['assertion'],
}

function parserSays(lines: readonly string[], known: TlcKnown): Omit<Stopped, 'help'> {
  const text = lines.join('\n')
  const missing = /Cannot find source file for module (\w+)/.exec(text)
  if (missing !== null) return { why: 'module', reason: `there is no module ${missing[1]}` }
  const module = /parse module (\w+) from/.exec(text)?.[1] ?? known.name
  const syntax = /^(?:Encountered "(.*?)" at|Lexical error at) line (\d+), column (\d+)/m.exec(text)
  if (syntax !== null) {
    const at = { module, line: Number(syntax[2]), column: Number(syntax[3]) }
    return { why: 'syntax', reason: `it does not parse${inText(at, known)}: ${sentence(syntax[0])}`, places: [at] }
  }
  const unknown = /^line \d+, col \d+ to line \d+, col \d+ of module \w+\n+(.+)$/m.exec(text)
  if (unknown === null) return { why: 'syntax', reason: 'it does not parse, and TLC does not say where' }
  const places = placesIn(text)
  return { why: 'semantics', reason: `${sentence(unknown[1]!)}${inText(places[0], known)}`, places }
}

function isOfInstance(names: readonly string[], at: TlaPlace | null, name: string): boolean {
  return names.some((one) => one.includes('!')) || (at !== null && at.module !== name)
}

/** ` at X.tla line 120 (Refuse_Claim_not_due, specs/machines/x.ts:88:5)` */
function inText(at: TlaPlace | undefined, { modules, origins }: TlcKnown): string {
  return at === undefined ? '' : ` at ${placeText(at, modules, origins)}`
}

/** TLC gives no place inside an invariant; its name has one. */
function invariantsPlace(said: string, { origins }: TlcKnown): string {
  const name = /^Evaluating invariant (\w+) failed/.exec(said)?.[1] ?? ''
  return Object.hasOwn(origins, name) ? ` (${positionText(origins[name]!)})` : ''
}

/** What TLC says of an exception begins with words that say nothing. */
function sentence(text: string): string {
  const own = text.replace(/^TLC threw an unexpected exception\.[\s\S]*?The exception was a [\w.]+\n: /, '')
  return own.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
