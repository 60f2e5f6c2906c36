import type { Machine, Property, Type } from '../ir.js'
import type { Trace } from '../verify/trace.js'

/** How the modules are reached from the test, and what they call the machine. */
export interface TestPlace {
  readonly kernel: { readonly from: string; readonly name: string }
  readonly spec: { readonly from: string; readonly name: string }
  /** Where tables and sets of specs come from. */
  readonly vocabulary: string
  readonly max: Readonly<Record<string, number>>
  readonly limits: Readonly<Record<string, number>>
}

/** A vitest case that goes a counterexample's way through the generated kernel, and asks the spec's own property at each step of it. */
export function emittedTest(
  machine: Machine,
  property: Property,
  trace: Trace,
  { kernel, spec, vocabulary, max, limits }: TestPlace,
): string {
  const tables = machine.state.filter(({ type }) => type.kind === 'table').map(({ name }) => name)
  const hasSets = JSON.stringify([machine.state, machine.inputs, machine.effects].map((fields) => fields.map(typesOf))).includes('"set"')
  const words = [...(hasSets ? ['SetOf'] : []), ...(tables.length > 0 ? ['TableOf'] : [])]
  const told = (value: string) => (hasSets ? `told(${value})` : value)
  const overSteps = property.over === 'step'
  const seen = [
    hasSets ? '...(told(state) as object)' : '...state',
    ...tables.map(
      (table) => `${key(table)}: new TableOf([...${rowsOf(table)}]${hasSets ? '.map(([key, row]) => [key, told(row)] as const)' : ''})`,
    ),
  ]
  return [
    `/**`,
    ` * ${property.name}: ${property.source.replaceAll('*/', '*\\/')}`,
    ` *`,
    ` * The way on which pawl check found it broken. Where the kernel refuses a step by now, nothing happens there.`,
    ` */`,
    `import { expect, test } from 'vitest'`,
    ...(words.length > 0 ? [`import { ${words.join(', ')} } from ${text(vocabulary)}`] : []),
    `import { type Input, type State, ${kernel.name} } from ${text(kernel.from)}`,
    `import { ${spec.name} } from ${text(spec.from)}`,
    ``,
    `const inputs: readonly Input[] = ${literal(trace.steps.map(({ input }) => input))}`,
    `const bounds = ${literal({ max, limits })}`,
    ``,
    `/** What a spec promises does not stand in its type. */`,
    `interface Promising {`,
    `  readonly always: { readonly [property: string]: (...step: readonly unknown[]) => boolean }`,
    `}`,
    `const holds = (${spec.name} as unknown as Promising).always[${text(property.name)}]!`,
    ``,
    `test(${text(`${property.name} holds on the way that broke it`)}, () => {`,
    `  let state: State = ${kernel.name}.initial`,
    ...(tables.length > 0
      ? [`  const rows = { ${tables.map((table) => `${key(table)}: new Map<string | number, Row>()`).join(', ')} }`]
      : []),
    `  const seen = () => ({ ${seen.join(', ')} })`,
    ...(overSteps ? [] : [`  expect(holds(seen())).toBe(true)`]),
    `  for (const input of inputs) {`,
    ...(overSteps ? [`    const before = seen()`] : []),
    `    const decision = ${kernel.name}.decide(state, input, { ${tables.map((table) => `${key(table)}: reader(${rowsOf(table)})`).join(', ')} }, bounds)`,
    `    if (!decision.ok) continue`,
    `    state = decision.state`,
    ...(tables.length > 0
      ? [
          `    for (const change of decision.changes) {`,
          `      const table: Map<string | number, Row> = rows[change.table as keyof typeof rows]`,
          `      if (change.op === 'put') table.set(change.key, change.row)`,
          `      else table.delete(change.key)`,
          `    }`,
        ]
      : []),
    overSteps
      ? `    expect(holds(before, seen(), ${told('input')}, ${hasSets ? 'decision.effects.map(told)' : 'decision.effects'}, bounds.limits)).toBe(true)`
      : `    expect(holds(seen())).toBe(true)`,
    `  }`,
    `})`,
    ``,
    ...(tables.length > 0
      ? [
          `type Row = { readonly [column: string]: unknown }`,
          ``,
          `/** Rows as a kernel asks for them, one by one. */`,
          `function reader(rows: ReadonlyMap<string | number, Row>) {`,
          `  return {`,
          `    get: (key: string | number) => rows.get(key) ?? null,`,
          `    by: (column: string, value: unknown) => [...rows].find(([, row]) => row[column] === value)?.[0] ?? null,`,
          `  }`,
          `}`,
        ]
      : []),
    ...(hasSets
      ? [
          ``,
          `/** What a kernel holds as a list is a set to the spec. */`,
          `function told(value: unknown): unknown {`,
          `  if (Array.isArray(value)) return new SetOf(value)`,
          `  if (typeof value !== 'object' || value === null) return value`,
          `  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, told(part)]))`,
          `}`,
        ]
      : []),
    ``,
  ].join('\n')
}

/** The types of a field, or of all fields of an input or effect. */
function typesOf(one: { readonly type: Type } | { readonly fields: readonly { readonly type: Type }[] }): unknown {
  return 'type' in one ? one.type : one.fields.map(({ type }) => type)
}

function rowsOf(table: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(table) ? `rows.${table}` : `rows[${text(table)}]`
}

function key(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

/** A name that would set the prototype is computed. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('"__proto__":', '["__proto__"]:')
}

function text(value: string): string {
  return JSON.stringify(value)
}
