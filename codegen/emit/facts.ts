import type { Catalog, Composition, Expr, Machine, Type, Used } from '../ir.js'
import { effectsIn } from '../walk.js'
import { canonicalJson } from './canonical.js'
import type { GeneratedFile } from './file.js'
import { machineHash } from './ir-json.js'
import { meaningOf } from './meaning.js'
import { routeExpressions } from './router.js'
import { storageOf } from './storage.js'
import { schemaOf } from './wire-schema.js'

/**
 * `ratchets/*.txt`: what was promised, one fact a line, sorted. A fact is `Subject kind path: value`; the value is missing where
 * the fact is that something is there. Two versions of a catalog are compared by these lines.
 */
export function emitFacts({ machines, compositions }: Catalog): GeneratedFile[] {
  return [
    factFile('alphabet', machines.flatMap(alphabet)),
    factFile('wire', machines.flatMap(wire)),
    factFile(
      'storage',
      machines.flatMap((machine) => storage(machine, compositions)),
    ),
    factFile(
      'composition',
      compositions.flatMap((one) => routing(one, machines)),
    ),
    factFile('verification', [...machines, ...compositions].flatMap(verification)),
  ]
}

function factFile(name: string, facts: readonly string[]): GeneratedFile {
  const lines = [...new Set(facts)].sort((a, b) => (a < b ? -1 : 1))
  return { path: `ratchets/${name}.txt`, text: lines.map((line) => `${line}\n`).join(''), language: 'txt' }
}

function fact(subject: string, kind: string, path: readonly string[] = [], value?: string): string {
  const words = [factName(subject), kind, ...(path.length === 0 ? [] : [path.map(factName).join('.')])]
  return value === undefined ? words.join(' ') : `${words.join(' ')}: ${value}`
}

/** A name as it is, or in JSON's quotes where it holds anything but letters, digits, `_`, `$` and `-`. */
function factName(name: string): string {
  return /^[\p{L}\p{N}\p{M}_$-]+$/u.test(name) ? name : quoted(name)
}

/** JSON that no reader of lines cuts in two. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function alphabet(machine: Machine): string[] {
  const of = (kind: string, path: readonly string[] = [], value?: string): string => fact(machine.name, kind, path, value)
  return [
    of('version', [], String(machine.version)),
    of('initial', [], factName(machine.initial)),
    ...machine.key.map(({ name, type }) => of('key', [name], typeText(type))),
    ...machine.phases.map(({ name }) => of('phase', [name])),
    ...machine.terminal.map((name) => of('terminal', [name])),
    ...machine.state.map(({ name, type, initial }) => of('state', [name], `${typeText(type)} = ${canonicalJson(initial)}`)),
    ...machine.limits.map(({ name, type }) => of('limit', [name], typeText(type))),
    ...machine.inputs.flatMap(({ name, fields, supplied, refuse }) => [
      of('input', [name]),
      ...fields.map((field) => of('input', [name, field.name], typeText(field.type))),
      ...supplied.map((field) =>
        of(
          'supplied',
          [name, field.name],
          `${typeText(field.type)} from ${field.source}${field.upTo === null ? '' : ` up to ${factName(field.upTo)}`}`,
        ),
      ),
      ...refuse.map((condition, n) => of('inputRefusal', [name, condition.name], String(n + 1))),
    ]),
    ...machine.effects.flatMap(({ name, fields }) => [
      of('effect', [name]),
      ...fields.map((field) => of('effect', [name, field.name], typeText(field.type))),
    ]),
    ...machine.transitions.flatMap((transition) => [
      of('transition', [transition.name], `on ${factName(transition.on)} to ${factName(transition.to)}`),
      ...transition.from.map((phase) => of('from', [transition.name, phase])),
      ...transition.emit.flatMap(effectsIn).map((effect) => of('emits', [transition.name, effect])),
      ...transition.update.map(({ name }) => of('updates', [transition.name, name])),
      ...transition.refuse.map((condition, n) => of('refusal', [transition.name, condition.name], String(n + 1))),
    ]),
  ]
}

function wire(machine: Machine): string[] {
  const message = (kind: string, name: string, fields: readonly { readonly name: string; readonly type: Type }[]): string[] => [
    fact(machine.name, kind, [name]),
    ...fields.map((field) => fact(machine.name, kind, [name, field.name], canonicalJson(schemaOf(field.type)))),
  ]
  return [
    ...machine.key.map(({ name, type }) => fact(machine.name, 'key', [name], canonicalJson(schemaOf(type)))),
    ...machine.inputs.flatMap(({ name, fields }) => message('input', name, fields)),
    ...machine.effects.flatMap(({ name, fields }) => message('effect', name, fields)),
  ]
}

function storage(machine: Machine, compositions: readonly Composition[]): string[] {
  const { table, rowTables } = storageOf(machine, compositions)
  const tables = [table, ...rowTables].flatMap(({ name, columns, primaryKey, indexes }) => [
    fact(machine.name, 'table', [name], `primary key ${primaryKey.map(factName).join(', ')}`),
    ...columns.map((column) =>
      fact(machine.name, 'column', [name, column.name], `${column.encoding}${column.nullable ? ' or null' : ''}, ${typeText(column.type)}`),
    ),
    ...indexes.map((index) =>
      fact(machine.name, 'index', [name, index.name], `${index.unique ? 'unique ' : ''}${index.columns.map(factName).join(', ')}`),
    ),
  ])
  // The store tells two versions of the code on one file apart by it.
  return [...tables, fact(machine.name, 'code', [], machineHash(machine))]
}

function routing(composition: Composition, machines: readonly Machine[]): string[] {
  const of = (kind: string, path: readonly string[] = [], value?: string): string => fact(composition.name, kind, path, value)
  const said = routeExpressions(machines)
  return [
    of('version', [], String(composition.version)),
    ...composition.machines.map((name) => of('machine', [name])),
    ...composition.routes.flatMap((route) => [
      of(
        'route',
        [route.name],
        `${factName(route.from)}.${factName(route.effect)} -> ${factName(route.to)}.${factName(route.input)}, ${route.delivery}, ${route.target.kind}`,
      ),
      ...route.target.key.map(({ name, value }) => of('routeKey', [route.name, name], said(route.from, value))),
      ...route.fields.map(({ name, value }) => of('routeField', [route.name, name], said(route.from, value))),
      ...route.acknowledges.map((code) => of('acknowledges', [route.name, code])),
    ]),
    ...composition.locals.map((local) =>
      of('local', [local.name], `${factName(local.from)}.${factName(local.effect)} when ${said(local.from, local.derive)}`),
    ),
    ...composition.environment.flatMap(({ name, to, input, whom, only, on }) => [
      of('drive', [name], `${factName(to)}.${factName(input)}`),
      ...whom.map((field) => of('driveAt', [name, field.name], field.values.map((value) => canonicalJson(value)).join(', '))),
      ...only.map((field) => of('driveOnly', [name, field.name], field.values.map((value) => canonicalJson(value)).join(', '))),
      ...on.map((local) => of('driveOn', [name, local])),
    ]),
    ...composition.history.flatMap((history) => [
      of('history', [history.name], factName(history.of)),
      ...history.fields.map(({ name, type, initial }) =>
        of('history', [history.name, name], `${typeText(type)} = ${canonicalJson(initial)}`),
      ),
      of('historyUpdate', [history.name], quoted(history.source)),
      meant(
        composition,
        ['history', history.name],
        [...history.update].sort(byName).flatMap(({ name, value }) => [name, value]),
        history,
      ),
    ]),
    ...used(composition, composition.history),
  ]
}

/** Of a machine or a composition. */
function verification(subject: Machine | Composition): string[] {
  const of = (kind: string, path: readonly string[], value?: string): string => fact(subject.name, kind, path, value)
  return [
    ...(['always', 'reachable'] as const).flatMap((kind) =>
      subject[kind].flatMap(({ name, over, holds, source, uses }) => [
        of(kind, [name], `${over}, ${quoted(source)}`),
        meant(subject, [kind, name], [over, holds], { uses }),
      ]),
    ),
    ...subject.eventually.flatMap(({ name, each, from, to, fair, strong, source, uses }) => [
      of('eventually', [name], `${quoted(source)}${forEach(each)}`),
      meant(subject, ['eventually', name], [each, from, to], { uses }),
      ...fair.map((step) => of('fair', [name, step])),
      ...strong.map((step) => of('strong', [name, step])),
    ]),
    ...subject.refines.flatMap(({ name, each, abstract, map }) => [
      of('refines', [name], `${factName(abstract)}${forEach(each)}`),
      ...map.flatMap((variable) => [
        of('refinesBy', [name, variable.name], quoted(variable.source)),
        meant(subject, ['refines', name, variable.name], [variable.value], variable),
      ]),
    ]),
    ...used(subject, [...subject.always, ...subject.reachable, ...subject.eventually, ...subject.refines.flatMap(({ map }) => map)]),
    ...Object.entries(subject.model.ci).map(([domain, size]) => of('bound', ['ci', domain], String(size))),
    ...Object.entries(subject.model.deep).map(([domain, size]) => of('bound', ['deep', domain], String(size))),
  ]
}

/** The hash of what a promise means, with the functions and constants that it leans on: these have facts of their own, for people. */
function meant(
  subject: Machine | Composition,
  path: readonly string[],
  parts: readonly (Expr | string | null)[],
  { uses = [] }: { readonly uses?: readonly Used[] | undefined },
): string {
  const names = [...new Set(uses.map(({ name }) => factName(name)))]
  const hash = meaningOf(parts, 'functions' in subject ? subject.functions : [])
  return fact(subject.name, 'means', path, `${hash}${names.length === 0 ? '' : ` by ${names.join(', ')}`}`)
}

/** What the promises of a subject lean on. Several of one name are told side by side. */
function used(subject: Machine | Composition, promises: readonly { readonly uses?: readonly Used[] }[]): string[] {
  const texts = new Map<string, Set<string>>()
  for (const { name, source } of promises.flatMap(({ uses = [] }) => uses))
    texts.set(name, (texts.get(name) ?? new Set()).add(quoted(source)))
  return [...texts].map(([name, sources]) => fact(subject.name, 'where', [name], [...sources].sort().join(', ')))
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1
}

function forEach(machine: string | null): string {
  return machine === null ? '' : `, each ${factName(machine)}`
}

/** A type on one line, as facts and contracts say it. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
      return `${type.kind} ${factName(type.domain)}`
    case 'bool':
      return 'bool'
    case 'text':
      return `text ${type.max}`
    case 'opaque':
      return `opaque ${type.maxBytes}`
    case 'oneOf':
      return `oneOf ${type.values.map(factName).join(' | ')}`
    case 'option':
      return `option (${typeText(type.of)})`
    case 'record':
      return `record { ${type.fields.map((field) => `${factName(field.name)}: ${typeText(field.type)}`).join(', ')} }`
    case 'set':
      return `set (${typeText(type.of)})`
    case 'table': {
      const row = type.row.map((column) => `${factName(column.name)}: ${typeText(column.type)}`).join(', ')
      return `table (${typeText(type.key)}) { ${row} }${type.unique.length === 0 ? '' : ` unique ${type.unique.map(factName).join(', ')}`}`
    }
  }
}
