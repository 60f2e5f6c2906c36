/** Two readings of one expression: ours, and that of the checker in the box. */
import { evaluate } from '../../codegen/verify/refine/evaluate.js'
import { TlaFault } from '../../codegen/verify/refine/fault.js'
import { moduleOf } from '../../codegen/verify/refine/module.js'
import { lookUp } from '../../codegen/verify/refine/names.js'
import { NULL, boolOf, functionOf, numberOf, recordOf, setOf, stringOf, tupleOf, type Value } from '../../codegen/verify/refine/values.js'
import { fromWasmJson, type TlaValue } from '../../codegen/verify/tla-values.js'
import { wasmThread } from '../../codegen/verify/wasm-thread.js'
import { VARIABLES } from './tla-expressions.js'

const names = Object.keys(VARIABLES)

const HEAD = `---- MODULE Example ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT NULL
VARIABLES ${names.join(', ')}
vars == <<${names.join(', ')}>>
Init ==
${names.map((name) => `  /\\ ${name} = ${VARIABLES[name]!.text}`).join('\n')}
`

/** The value of an expression in the state of the example, as text; `null` where it has none, with why. */
export function ours(expr: string): { readonly text: string | null; readonly why: string } {
  const { module, faults } = moduleOf(`${HEAD}Example == ${expr}\n====\n`)
  const [fault = lookUp(module!).faults[0]] = faults
  if (fault !== undefined) throw new Error(`${expr}: ${fault.message}`)
  const definitions = new Map(module!.definitions.map((one) => [one.name, one]))
  const constant = { definitions, now: new Map<string, Value>(), next: null }
  const now = new Map(
    names.map((name) => {
      const { module: alone } = moduleOf(`---- MODULE Alone ----\nvalue == ${VARIABLES[name]!.text}\n====`)
      return [name, evaluate(alone!.definitions[0]!.body, constant)]
    }),
  )
  try {
    return { text: evaluate(definitions.get('Example')!.body, { definitions, now, next: null }).text, why: '' }
  } catch (error) {
    if (!(error instanceof TlaFault)) throw error
    return { text: null, why: error.message }
  }
}

/** The same by the checker. */
export async function theirs(exprs: readonly string[]): Promise<readonly { readonly text: string | null; readonly why: string }[]> {
  const thread = await wasmThread(new AbortController())
  try {
    const module = `${HEAD}Next == UNCHANGED vars\n====\n`
    const cfg = 'INIT Init\nNEXT Next\nCONSTANT NULL = NULL\n'
    const init = JSON.parse(await thread.call('explore_init', module, cfg, '{}')) as {
      states?: readonly { readonly json: { readonly state: unknown } }[]
    }
    const state = JSON.stringify(init.states![0]!.json)
    const answers: { text: string | null; why: string }[] = []
    for (const expr of exprs) {
      const { ok, json, error } = JSON.parse(await thread.call('explore_eval', module, cfg, '{}', state, expr)) as {
        ok: boolean
        json?: unknown
        error?: string
      }
      answers.push(ok ? { text: fromChecker(fromWasmJson(json)).text, why: '' } : { text: null, why: error ?? '' })
    }
    return answers
  } finally {
    await thread.close()
  }
}

export function fromChecker(value: TlaValue): Value {
  switch (value.kind) {
    case 'number':
      return numberOf(value.value)
    case 'string':
      return stringOf(value.value)
    case 'bool':
      return boolOf(value.value)
    case 'model':
      return NULL
    case 'set':
      return setOf(value.items.map(fromChecker))
    case 'tuple':
      return tupleOf(value.items.map(fromChecker))
    case 'record':
      return recordOf(value.fields.map(([name, field]) => [name, fromChecker(field)]))
    case 'function':
      return functionOf(value.pairs.map(([argument, result]) => [fromChecker(argument), fromChecker(result)]))
  }
}
