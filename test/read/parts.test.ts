/** A machine in several files: however its parts are named and handed on, they are read as if they stood in one place. */
import { expect, test } from 'vitest'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { withoutPositions } from './spec.js'

const MACHINE = 'specs/machines/shelf.ts'
const ALPHABET = 'specs/machines/shelf/alphabet.ts'
const PROMISES = 'specs/machines/shelf/promises.ts'

const PARTS = `{
  key: { realm: id('Realm') },
  phases: ['Open'],
  initial: 'Open',
  terminal: [],
  state: { total: Count },
  limits: { highest: Count },
  inputs: { Put: { fields: { count: Count }, refuse: { nothing: (_s, i: { readonly count: number }) => i.count === 0 } } },
  effects: { Stored: { count: Count } },
}`
const TYPES = `import { id, nat } from 'pawl/spec'\nconst Count = nat('Count')\n`
const ALWAYS = '{\n/** In its bounds. */\nbounded: (s, _next, _i, _effects, limits) => s.total <= limits.highest }'
const REACHABLE = '{ full: (s) => s.total === 2 }'
const EVENTUALLY = `{ filled: { from: (s) => s.total === 0, to: (s) => s.total > 0, fair: ['Put'] } }`
const REFINES = `{ counted: { abstract: 'Counter', map: { n: (s) => s.total } } }`
const PROMISED = `{ always: ${ALWAYS}, reachable: ${REACHABLE}, eventually: ${EVENTUALLY}, refines: ${REFINES} }`

interface Split {
  readonly promises?: string
  readonly alphabet?: string
  /** Of the machine's file. */
  readonly top?: string
  readonly alphabetPart?: string
  readonly part: string
}

function filesOf({ promises, alphabet, top, alphabetPart, part }: Split): Record<string, string> {
  return {
    [ALPHABET]: `${TYPES}${alphabet ?? `export const alphabet = ${PARTS} as const satisfies Alphabet`}`,
    ...(promises === undefined ? {} : { [PROMISES]: `import type { alphabet } from './alphabet.js'\n${promises}` }),
    [MACHINE]: `import { machine } from 'pawl/spec'
import * as parts from './shelf/alphabet.js'
${top ?? ''}
const { alphabet } = parts
const full = { full: (s, i, limits) => s.total + i.count > limits.highest }
/** Keeps things. */
export const Shelf = machine({
  name: 'Shelf',
  version: 1,
  ${alphabetPart ?? '...parts.alphabet'},
  transitions: {
    Put: {
      on: 'Put',
      from: ['Open'],
      to: 'same',
      refuse: { ...full },
      update: (s, i) => ({ total: s.total + i.count }),
      emit: (_s, i) => [{ type: 'Stored', count: i.count }],
    },
  },
  ${part}
  model: { ci: { Realm: 1, Count: 2 }, deep: { Realm: 1, Count: 2 } },
})
`,
  }
}

function readSplit(split: Split) {
  const { catalog, diagnostics } = readFrom(filesInMemory(filesOf(split)))
  return { machine: catalog.machines[0]!, faults: diagnostics.map(formatDiagnostic) }
}

const whole = readSplit({
  top: TYPES.split('\n')[1]!.replace('const', "import { id, nat } from 'pawl/spec'\nconst"),
  part: `...${PROMISED},`,
})

const from = (names: string): string => `import ${names} from './shelf/promises.js'`
const ALL = 'always, reachable, eventually, refines'
const EACH = `always: ${ALWAYS}, reachable: ${REACHABLE}, eventually: ${EVENTUALLY}, refines: ${REFINES}`
const CONSTANTS = `const always = ${ALWAYS}\nconst reachable = ${REACHABLE}\nconst eventually = ${EVENTUALLY}\nconst refines = ${REFINES}\n`
const promises = `export const promises = ${PROMISED} as const satisfies Promises<typeof alphabet>`
const members = 'always: p.always, reachable: p.reachable, eventually: p.eventually, refines: p.refines,'

const UNDERSTOOD: readonly [string, Split][] = [
  ['a constant that is spread', { promises, top: from('{ promises }'), part: '...promises,' }],
  ['one under another name', { promises, top: from('{ promises as p }'), part: '...p,' }],
  ['members of a constant', { promises, top: from('{ promises as p }'), part: members }],
  ['members in brackets', { promises, top: from('{ promises as p }'), part: members.replaceAll(/p\.(\w+)/g, "p['$1']") }],
  ['the constants of a file, by its name', { promises: CONSTANTS.replaceAll('const', 'export const'), top: from('* as p'), part: members }],
  ['constants by their own names', { promises: `${CONSTANTS}export { ${ALL} }`, top: from(`{ ${ALL} }`), part: `${ALL},` }],
  ['a default export', { promises: `export default ${PROMISED}`, top: from('p'), part: '...p,' }],
  ['what a constant is taken apart into', { promises, top: `${from('{ promises }')}\nconst { ${ALL} } = promises`, part: `${ALL},` }],
  ['what an export is taken apart into', { promises: `export const { ${ALL} } = ${PROMISED}`, top: from(`{ ${ALL} }`), part: `${ALL},` }],
  [
    'what is taken apart by steps',
    { promises, top: `${from('{ promises }')}\nconst all = { promises }\nconst { promises: { ${ALL} } } = all`, part: `${ALL},` },
  ],
  [
    'a constant of spreads',
    { promises: `${CONSTANTS}export const p = { ${ALL.replaceAll(/(\w+)/g, '$1: { ...$1 }')} }`, top: from('{ p }'), part: '...p,' },
  ],
  ['a constant with a type', { promises: `export const p: Promises<typeof alphabet> = { ${EACH} }`, top: from('{ p }'), part: '...p,' }],
  ['an alphabet part by part', { promises, top: from('{ promises }'), part: '...promises,', alphabetPart: namedParts('alphabet') }],
  ['an alphabet taken apart', { promises, top: from('{ promises }'), part: '...promises,', alphabetPart: '...alphabet' }],
]

function namedParts(of: string): string {
  const names = ['key', 'phases', 'initial', 'terminal', 'state', 'limits', 'inputs', 'effects']
  return names.map((name) => `${name}: ${of}.${name}`).join(', ')
}

test.each(UNDERSTOOD)('%s: the same machine as in one file', (_, split) => {
  const { machine, faults } = readSplit(split)
  expect(faults).toEqual([])
  expect(withoutPositions(machine)).toEqual(withoutPositions(whole.machine))
  expect(whole.faults).toEqual([])
})

test('each part has its place and its words where it stands', () => {
  const { machine } = readSplit({ promises, top: from('{ promises }'), part: '...promises,' })
  const [bounded] = machine.always
  expect(bounded).toMatchObject({ doc: 'In its bounds.', at: { file: PROMISES, line: 4, column: 1 }, holds: { at: { file: PROMISES } } })
  expect([...machine.reachable, ...machine.eventually, ...machine.refines].map(({ at }) => at.file)).toEqual([PROMISES, PROMISES, PROMISES])
  expect([...machine.phases, ...machine.state, ...machine.inputs, ...machine.effects].map(({ at }) => at.file)).toEqual(
    Array.from({ length: 4 }, () => ALPHABET),
  )
  expect(machine.inputs[0]!.refuse).toMatchObject([{ name: 'nothing', at: { file: ALPHABET } }])
  expect(machine.transitions[0]!.refuse).toMatchObject([{ name: 'full', at: { file: MACHINE, line: 5 } }])
  expect(machine.at.file).toBe(MACHINE)
})

const imported = from('{ always }')
const NOT_UNDERSTOOD: readonly [string, Split, string][] = [
  [
    'a call',
    { promises: `export const made = () => (${ALWAYS})`, top: from('{ made }'), part: 'always: made(),' },
    `${MACHINE}:21:11  NOT_CONSTANT  No call is made to find an object.`,
  ],
  [
    'a member of what a call returns',
    { promises: `export const made = () => (${PROMISED})`, top: from('{ made }'), part: 'always: made().always,' },
    `${MACHINE}:21:11  NOT_CONSTANT  No call is made to find an object.`,
  ],
  [
    'a choice',
    { promises: `const strict = true\nexport const always = strict ? ${ALWAYS} : {}`, top: imported, part: 'always,' },
    `${PROMISES}:3:23  NOT_CONSTANT  What is declared does not depend on a condition.`,
  ],
  [
    'a choice in a spread',
    { promises: `export const always = { ...(1 > 0 && ${ALWAYS}) }`, top: imported, part: 'always,' },
    `${PROMISES}:2:29  NOT_CONSTANT  What is declared does not depend on a condition.`,
  ],
  [
    'a cast',
    { promises: `export const always = ${REACHABLE} as object`, top: imported, part: 'always,' },
    `${PROMISES}:2:23  NOT_CONSTANT  A cast is not looked through.`,
  ],
  [
    'a list',
    { promises: `export const always = [(s) => s.total < 3]`, top: imported, part: 'always,' },
    `${PROMISES}:2:23  NOT_CONSTANT  An object is needed here.`,
  ],
  ['a whole file', { promises, top: from('* as p'), part: '...p,' }, `${MACHINE}:21:6  NOT_CONSTANT  A whole file is no object.`],
  [
    'a member that a constant does not have',
    { promises, top: from('{ promises as p }'), part: 'always: p.allways,' },
    `${MACHINE}:21:13  UNKNOWN_NAME  Nothing is called "allways" there.`,
  ],
  [
    'an export that a file does not have',
    { promises, top: from('* as p'), part: 'always: p.always,' },
    `${MACHINE}:21:13  UNKNOWN_NAME  Nothing is called "always" there.`,
  ],
  [
    'a name that can change',
    { promises: `export let always = ${ALWAYS}`, top: imported, part: 'always,' },
    `${MACHINE}:21:3  CLOSURE_OVER_LET  "always" can change, so it is not known what it means here.`,
  ],
  [
    'a member of what can change',
    { promises: `export let p = ${PROMISED}`, top: from('{ p }'), part: 'always: p.always,' },
    `${MACHINE}:21:11  CLOSURE_OVER_LET  "p" can change, so it is not known what it means here.`,
  ],
  [
    'an import of the type alone',
    {
      promises: `${promises}\nexport const more = {}`,
      top: `${from('{ more }')}\n${from('type { promises }')}`,
      part: '...more, ...promises,',
    },
    `${MACHINE}:22:15  UNKNOWN_NAME  "promises" is not imported.`,
  ],
  [
    'a name that is made of itself',
    { promises: 'export const { always } = always', top: imported, part: 'always,' },
    `${MACHINE}:21:3  NOT_CONSTANT  An object is needed here.`,
  ],
  [
    'a promise made twice',
    { promises, top: from('{ promises as p }'), part: 'always: { ...p.always, bounded: (s) => s.total < 3 },' },
    `${MACHINE}:21:26  DUPLICATE_NAME  "bounded" is declared twice.`,
  ],
  [
    'promises that would replace others',
    { promises, top: from('{ promises }'), part: '...promises, reachable: {},' },
    `${MACHINE}:21:16  DUPLICATE_NAME  "reachable" is declared twice.`,
  ],
  [
    'a part that no machine has',
    { promises: `export const p = { allways: ${ALWAYS} }`, top: from('{ p }'), part: '...p,' },
    `${PROMISES}:2:20  UNKNOWN_PART  There is no part "allways" here.`,
  ],
  [
    'promises that no machine joins',
    { promises, part: '' },
    `${PROMISES}:1:1  FILE_WITHOUT_MACHINE  This file describes no machine and no composition, and serves no spec that does.`,
  ],
]

test.each(NOT_UNDERSTOOD)('%s is an error, said where it stands', (_, split, fault) => {
  expect(readSplit(split).faults).toEqual([expect.stringContaining(fault)])
})

const WRONG: readonly [string, string, string][] = [
  ['always', 'always: { wrong: (s) => s.totl > 1 }', ':2:46  UNKNOWN_FIELD'],
  ['reachable', 'reachable: { wrong: (s) => s.phase === "Shut" }', ':2:59  UNKNOWN_PHASE'],
  [
    'eventually',
    `eventually: { wrong: { from: (s) => s.total > 1, to: (s) => s.total < 1, fair: ['Take'] } }`,
    ':2:100  UNKNOWN_TRANSITION',
  ],
  ['refines', `refines: { wrong: { abstract: 'Counter', map: { n: (s) => s.totl } } }`, ':2:80  UNKNOWN_FIELD'],
]

test.each(WRONG)('what is wrong in `%s` is said where it stands', (_, part, place) => {
  const { faults } = readSplit({ promises: `export const p = { ${part} }`, top: from('{ p }'), part: '...p,' })
  expect(faults).toEqual([expect.stringContaining(`${PROMISES}${place}`)])
})
