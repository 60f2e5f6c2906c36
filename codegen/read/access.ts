/** Reads names and fields: `s.fence`, `row?.sequence`, `table.size`. */
import type { ts } from 'ts-morph'
import { ts as syntax } from 'ts-morph'
import type { Expr, Type, ValueType } from '../ir.js'
import { readRaw } from './expressions.js'
import { canonical, inputHas } from './facts.js'
import { reportForbidden } from './forbidden.js'
import { isJudging, NUMBER, type Place, variable } from './place.js'
import { anyOf, positionOf, quoted } from './report.js'
import { type Binding, lookUp, memberOfConstant, resolve, reportUnresolved } from './scope.js'
import { accessOf } from './syntax.js'
import { common, optionOf, wordsFor } from './value-types.js'

export function readIdentifier(node: ts.Identifier, place: Place, expected: ValueType | null): Expr | null {
  const binding = lookUp(node.text, place.scope)
  if (binding === null) return reportUnresolved(null, node, place.report)
  const expr = readBinding(binding, node, place, expected)
  return expr === null ? null : knownGiven(expr, node, place)
}

function readBinding(binding: Binding, node: ts.Node, place: Place, expected: ValueType | null): Expr | null {
  switch (binding.kind) {
    case 'variable':
      return variable(binding.name, narrowedType(binding.name, binding.type, place), positionOf(node))
    case 'node': {
      const calls = binding.calls ?? place.calls
      if (calls.includes(binding.node))
        return place.report.add('RECURSION', node, 'This constant is made of itself.', 'a constant made of others')
      return readRaw(binding.node, { ...place, scope: binding.scope, calls: [...calls, binding.node] }, expected)
    }
    case 'member': {
      const constant = memberOfConstant(binding.field, binding.of)
      if (constant !== null) return readBinding(constant, node, place, expected)
      const of = readBinding(binding.of, node, place, null)
      return of === null ? null : fieldOf(of, binding.field, binding.node, node, place)
    }
    case 'let':
    case 'unknown':
      return reportUnresolved(binding, node, place.report)
    case 'function':
    case 'word':
    case 'file':
      return place.report.add('UNKNOWN_EXPRESSION', node, `${quoted(node.getText())} is no value.`, 'call it: f(s, i)')
  }
}

export function readAccess(node: ts.Expression, place: Place, expected: ValueType | null): Expr | null {
  const access = accessOf(node)
  if (access === null) return reportForbidden(node, place.report)
  const constant = resolve(node, place.scope)
  if (constant.kind === 'let' || constant.kind === 'unknown') return reportUnresolved(constant, node, place.report)
  if (constant.kind !== 'node')
    return place.report.add('UNKNOWN_EXPRESSION', node, `${quoted(node.getText())} is no value.`, 'call it: f(s, i)')
  if (constant.node !== node) return readRaw(constant.node, { ...place, scope: constant.scope }, expected)
  if (syntax.isPropertyAccessExpression(node) && isUnknownGlobal(access.of, place))
    return place.report.add(
      'UNKNOWN_NAME',
      access.of,
      `Nothing here is called ${quoted(access.of.getText())}.`,
      'a parameter, a constant, or a function of a spec',
    )
  const of = readRaw(access.of, place)
  if (of === null) return null
  const chained = syntax.isOptionalChain(node) && of.kind === 'optionalField'
  if ((access.optional || chained) && of.type.kind === 'option') {
    const inner: Expr = { kind: 'given', of, type: of.type.of, at: of.at }
    const field = fieldOf(inner, access.name, access.nameNode, node, place)
    if (field === null) return null
    const type = optionOf(field.type)
    if (field.kind !== 'field' || type === null)
      return place.report.add('UNKNOWN_EXPRESSION', node, 'Only a field is read optionally.', 'x?.field')
    return { kind: 'optionalField', of, name: access.name, type, at: positionOf(node) }
  }
  const expr = fieldOf(of, access.name, access.nameNode, node, place)
  return expr === null ? null : knownGiven(expr, node, place)
}

function isUnknownGlobal(of: ts.Expression, place: Place): boolean {
  return syntax.isIdentifier(of) && lookUp(of.text, place.scope) === null
}

/** As in TypeScript, a name or a field of which a condition says that it is not null. */
function knownGiven(expr: Expr, node: ts.Node, place: Place): Expr {
  if (expr.type.kind !== 'option' || !place.given.has(canonical(expr))) return expr
  return { kind: 'given', of: expr, type: expr.type.of, at: positionOf(node) }
}

function fieldOf(of: Expr, name: string, nameNode: ts.Node, node: ts.Node, place: Place): Expr | null {
  if (of.type.kind === 'option')
    return place.report.add(
      'OPTIONAL_NOT_GUARDED',
      nameNode,
      `What ${quoted(name)} is read of may be null.`,
      `x?.${name} in a comparison, or x!.${name} where a condition has established it`,
    )
  if (name === sizeName(of.type)) return readSize(of, nameNode, node, place)
  const type = typeOfField(of, name, nameNode, place)
  return type === null ? null : { kind: 'field', of, name, type, at: positionOf(node) }
}

function sizeName(type: ValueType): string | null {
  return type.kind === 'table' || type.kind === 'set' ? 'size' : type.kind === 'effects' ? 'length' : null
}

/** `table.size`, `set.size`, `effects.length`; of a `filter`: the count. */
function readSize(of: Expr, nameNode: ts.Node, node: ts.Node, place: Place): Expr | null {
  const at = positionOf(node)
  if (of.kind === 'filter') return { ...of, kind: 'count', type: NUMBER, at }
  return isReadable(of, nameNode, place) ? { kind: 'size', of, type: NUMBER, at } : null
}

/** Outside properties a table is read only as it is in the state. */
export function isReadable(of: Expr, node: ts.Node, place: Place): boolean {
  if (of.type.kind !== 'table' || of.kind === 'field' || isJudging(place)) return true
  place.report.add('TABLE_CHANGE', node, 'A table is read as it was before the transition.', 's.table.has(key), s.table.get(key)')
  return false
}

function narrowedType(name: string, type: ValueType, place: Place): ValueType {
  const here = place.narrowed.get(name)
  return type.kind === 'input' && here !== undefined ? { kind: 'input', inputs: type.inputs.filter((input) => here.includes(input)) } : type
}

function typeOfField(of: Expr, name: string, node: ts.Node, place: Place): ValueType | null {
  const { machine, report } = place
  const among = (fields: readonly { readonly name: string; readonly type: Type }[], what: string): Type | null =>
    fields.find((field) => field.name === name)?.type ??
    report.add('UNKNOWN_FIELD', node, `${what} has no field ${quoted(name)}.`, `one of ${anyOf(fields.map((field) => field.name))}`)
  switch (of.type.kind) {
    case 'state':
      return name === 'phase' ? { kind: 'oneOf', values: machine.phases } : among(machine.state, 'The state')
    case 'limits':
      return (
        machine.limits.find((limit) => limit.name === name)?.type ??
        report.add(
          'UNKNOWN_LIMIT',
          node,
          `There is no limit ${quoted(name)}.`,
          `one of ${anyOf(machine.limits.map((limit) => limit.name))}`,
        )
      )
    case 'record':
      return among(of.type.fields, 'This record')
    case 'key':
      return among(machine.key, `The key of ${machine.name}`)
    case 'input': {
      const { inputs } = of.type
      if (name === 'type') return { kind: 'oneOf', values: inputs }
      const having = machine.inputs.filter((input) => inputs.includes(input.name) && inputHas(place, input.name, name))
      const fields = having.flatMap((input) => [...input.fields, ...input.supplied]).filter((field) => field.name === name)
      return oneType(
        fields,
        name,
        node,
        place,
        `The input ${inputs.join(' or ')}`,
        machine.inputs.filter((input) => inputs.includes(input.name)).flatMap((input) => [...input.fields, ...input.supplied]),
      )
    }
    case 'effect': {
      const here = of.kind === 'variable' ? place.narrowed.get(of.name) : undefined
      const effects = machine.effects.filter((effect) => here === undefined || here.includes(effect.name))
      if (name === 'type') return { kind: 'oneOf', values: machine.effects.map((effect) => effect.name) }
      const fields = effects.flatMap((effect) => effect.fields)
      return oneType(
        fields.filter((field) => field.name === name),
        name,
        node,
        place,
        `The effect ${effects.map((effect) => effect.name).join(' or ')}`,
        fields,
      )
    }
    default:
      return report.add(
        'UNKNOWN_FIELD',
        node,
        `There is no field ${quoted(name)} of ${wordsFor(of.type)}.`,
        'a field of a state, an input, a record or a row',
      )
  }
}

/** The type of a field that several inputs or effects may have. */
function oneType(
  found: readonly { readonly name: string; readonly type: Type }[],
  name: string,
  node: ts.Node,
  place: Place,
  what: string,
  all: readonly { readonly name: string }[],
): ValueType | null {
  const first = found[0]
  if (first === undefined)
    return place.report.add(
      'UNKNOWN_FIELD',
      node,
      `${what} has no field ${quoted(name)}.`,
      `one of ${anyOf([...new Set(all.map((field) => field.name))])}`,
    )
  return found.reduce<ValueType | null>((type, field) => {
    if (type === null) return null
    return (
      common(type, field.type) ??
      place.report.add(
        'MIXED_TYPES',
        node,
        `${quoted(name)} is ${wordsFor(type)} in one and ${wordsFor(field.type)} in another.`,
        "i.type === 'One' && …",
      )
    )
  }, first.type)
}
