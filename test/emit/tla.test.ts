import { describe, expect, test } from 'vitest'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { comment } from '../../codegen/emit/tla-layout.js'
import { tlaNames } from '../../codegen/emit/tla-names.js'
import { emitTla } from '../../codegen/emit/tla.js'
import type { Expr, Machine } from '../../codegen/ir.js'
import { randomMachine } from '../fixtures/random-machine.js'
import { ODD_NAMES } from '../fixtures/random-words.js'
import { at, binary, bool, get, literal, named, natOf, property, s, size, variable } from '../fixtures/ir-words.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'

describe('the module of a machine', () => {
  const { name, module, cfg } = emitTla(runtimeDelivery)

  test('has the name of its file, stands alone, and says where it comes from', () => {
    expect(name).toBe('RuntimeDelivery')
    expect(module).toMatch(/^-{4} MODULE RuntimeDelivery -{4}\n\(\* Generated from specs\/machines\/runtime-delivery\.ts\. Do not edit\./)
    expect(module).not.toContain('INSTANCE')
  })

  test('a guard is the phase, the condition that chooses, and each refusal denied, exhausted last', () => {
    expect(module).toContain(
      'Open_CommitNew(s, i) ==\n  /\\ From_CommitNew(s)\n  /\\ When_CommitNew(s, i)\n  /\\ (~Refuse_CommitNew_no_source_sequence(s, i))\n',
    )
    expect(module).toContain('Guard_CommitNew(s, i) ==\n  /\\ Open_CommitNew(s, i)\n  /\\ (~Refuse_CommitNew_exhausted(s, i))\n')
    expect(module).toContain('Refuse_CommitNew_exhausted(s, i) == ((s.nextSequence + 1) > MaxSequence)')
  })

  test('a row that is put is said as such, and what does not change is not said', () => {
    expect(module).toContain('!.deliveries[i.deliveryId] = [sequence |-> (s.nextSequence + 1), sourceSequence |-> i.sourceSequence]]')
    expect(module).toContain('Next_ReuseCommitted(s, i) == s\n')
  })

  test('its cfgs check every property, deadlock too, and differ only in their bounds', () => {
    expect(cfg.ci).toContain('INVARIANTS\n  TypeOK\n  unique_deliveries_sequence\n  always_cursor_within_order\n')
    expect(cfg.ci).toContain('CHECK_DEADLOCK TRUE\n')
    expect(cfg.ci).toContain('DeliveryIds = {DeliveryId_1, DeliveryId_2, DeliveryId_3}')
    const rest = (text: string): string => text.slice(0, text.indexOf('CONSTANTS'))
    expect(rest(cfg.deep)).toBe(rest(cfg.ci))
    expect(cfg.ci).not.toContain('never_')
  })
})

test('the comparison holds the operators of the module letter for letter', () => {
  for (const machine of [runtimeDelivery, ...Array.from({ length: 20 }, (_, n) => randomMachine(n, n % 2 === 0 ? ODD_NAMES : []))]) {
    const operators = (text: string): string => text.slice(text.indexOf('CONSTANTS\n'), text.lastIndexOf('Effects_'))
    const [, compared = ''] = emitComparison(machine, machine.model.ci).module.split(/(?=^CONSTANTS\n)/m)
    const own = operators(emitTla(machine).module)
    expect(compared.startsWith(own.slice(0, own.lastIndexOf('\n\n')))).toBe(true)
  }
})

test('above a thousand actions the bindings are quantified over, and the text says so', () => {
  const small = emitComparison(runtimeDelivery, { DeliveryId: 3, Sequence: 2, SourceSequence: 2 })
  expect(small.unrolled).toBe(true)
  expect(Object.keys(small.actions)).toHaveLength(36)
  const large = emitComparison(runtimeDelivery, { DeliveryId: 10, Sequence: 30, SourceSequence: 30 })
  expect(large.unrolled).toBe(false)
  expect(large.module).toContain(
    '\\/ \\E deliveryId \\in DeliveryIds, sourceSequence \\in SourceSequenceDomain : CommitNew(deliveryId, sourceSequence)',
  )
})

test('a property of steps names only the transitions that could break it', () => {
  const accepted: Expr = { kind: 'inputIs', input: 'MarkApplied', type: bool, at }
  const holds = binary(
    { kind: 'not', of: accepted, type: bool, at },
    'or',
    binary(size(variable('effects', { kind: 'effects' })), '==', literal(1)),
  )
  const { module } = emitTla({ ...runtimeDelivery, always: [property('told_once', 'step', holds, '')] })
  expect(module).toContain('step_always_told_once(s, next, i, effects) == ((~(i.type = "MarkApplied")) \\/ (Len(effects) = 1))')
  expect(module).toContain(
    'always_told_once ==\n  /\\ (\\A step \\in Steps_ApplyNext(state) : step_always_told_once(state, step.next, step.i, step.effects))\n' +
      '  /\\ (\\A step \\in Steps_ObserveApplied(state) : step_always_told_once(state, step.next, step.i, step.effects))\n',
  )
})

test('names that meet become two, in the same way in every text', () => {
  const transition = runtimeDelivery.transitions[0]!
  const refuse = (code: string) => [{ ...named(code), holds: literal(true) }]
  const machine: Machine = {
    ...runtimeDelivery,
    transitions: [
      { ...transition, name: 'A', refuse: refuse('b_c') },
      { ...transition, name: 'A_b', refuse: refuse('c') },
      { ...transition, name: 'Guard_A', refuse: [] },
    ],
  }
  const module = emitTla(machine).module
  for (const head of ['Refuse_A_b_c(s, i) ==', 'Refuse_A_b_c_(s, i) ==', 'Guard_A(s, i) ==', 'Guard_A_b(s, i) ==']) {
    expect(module.split(`\n${head}`)).toHaveLength(2)
  }
})

test('no two definitions of a module have one name, and no bound variable has the name of a definition', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const machine = randomMachine(seed, ODD_NAMES)
    for (const text of [emitTla(machine).module, emitComparison(machine, machine.model.ci).module]) {
      const heads = [...text.matchAll(/^(\w+)(?:\(.*?\))? ==/gm)].map(([, head]) => head!)
      expect(heads.filter((head, n) => heads.indexOf(head) !== n)).toEqual([])
      const bound = [...text.matchAll(/(?:\\[AE] |[[{(] ?)(\w+) \\in /g)].map(([, variable]) => variable!)
      expect(bound.filter((variable) => heads.includes(variable))).toEqual([])
    }
  }
})

test('a bound variable is never bound again inside, which TLC refuses and the other checker accepts', () => {
  for (let seed = 0; seed < 150; seed += 1) {
    const { module } = emitTla(randomMachine(seed))
    for (const line of module.split('\n')) expect(rebound(line)).toEqual([])
  }
})

/** Names bound within the parentheses of a binding of the same name. */
function rebound(line: string): readonly string[] {
  const open: string[][] = [[]]
  const again: string[] = []
  for (const [token, , quantified, named] of line.matchAll(/[([{]|[)\]}]|(\\[AE] |[{[] ?)?\b(\w+) \\in |LET (\w+) ==/g)) {
    const variable = quantified ?? named
    if (variable !== undefined && (named !== undefined || /^(\\[AE]|[{[])/.test(token))) {
      if (/^[{[]/.test(token)) open.push([])
      if (open.flat().includes(variable)) again.push(variable)
      open.at(-1)!.push(variable)
    } else if (/^[([{]$/.test(token)) open.push([])
    else if (/^[)\]}]$/.test(token)) open.pop()
  }
  return again
}

test('what an author writes cannot end a comment, open one, or frame a module', () => {
  expect(comment('a *) b (* c ---- MODULE X ---- ==== \\* d')).toBe('(* a * ) b ( * c --- MODULE X --- === \\ * d *)')
  expect(comment('ends with *')).toBe('(* ends with * *)')
  expect(comment('(*)')).toBe('(* ( * ) *)')
  expect(comment('(**)')).not.toMatch(/\(\*.*\(\*|\*\).*\*\)/)
  expect(comment('Ожидание\r\nдве строки\u0000')).toBe('(* Ожидание\n   две строки *)')
})

test('an expression of each kind that no example has', () => {
  const Count = natOf('Sequence')
  const scope = { ...runtimeDelivery, always: [] as Machine['always'] }
  const said = (holds: Expr): string =>
    /always_it ==\s+(.*)/.exec(emitTla({ ...scope, always: [property('it', 'state', holds, '')] }).module)?.[1] ?? ''
  const cursor = get(s, 'appliedCursor', Count)
  const table = get(s, 'deliveries', runtimeDelivery.state[2]!.type)
  expect(said({ kind: 'has', table, key: binary(cursor, '+', literal(1)), type: bool, at })).toBe(
    '(LET x == (state.appliedCursor + 1) IN (IF (x \\in DeliveryIds) THEN (state.deliveries[x] /= NULL) ELSE FALSE))',
  )
  expect(
    said(
      binary(
        { kind: 'by', table, column: 'sequence', value: cursor, type: { kind: 'option', of: { kind: 'id', domain: 'DeliveryId' } }, at },
        '==',
        literal(null),
      ),
    ),
  ).toContain('CHOOSE k \\in DeliveryIds : ((state.deliveries[k] /= NULL) /\\ (state.deliveries[k].sequence = state.appliedCursor))')
})

test('the names of one module are asked for in any order', () => {
  const [one, other] = [tlaNames(runtimeDelivery), tlaNames(runtimeDelivery)]
  expect(one.local('CommitNew', new Set())).toBe('CommitNew_')
  expect(other.local('free', new Set(['free']))).toBe('free_')
})
