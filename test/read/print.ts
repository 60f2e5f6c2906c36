/** The IR as short text, for tests: what is read, without types and positions. */
import type { Emission, Expr, Machine } from '../../codegen/ir.js'

export function printMachine(machine: Machine): string {
  return [
    ...machine.functions.map(
      ({ name, params, body }) => `function ${name}(${params.map((param) => param.name).join(', ')}) = ${print(body)}`,
    ),
    ...machine.inputs.flatMap((input) => input.refuse.map(({ name, holds }) => `${input.name} refuses ${name}: ${print(holds)}`)),
    ...machine.transitions.flatMap(({ name, on, from, to, when, refuse, update, emit }) => [
      `${name}: ${on} in ${from.join(' ')} to ${to} when ${print(when)}`,
      ...refuse.map((one) => `  refuse ${one.name}: ${print(one.holds)}`),
      ...update.map((one) => `  ${one.name} = ${print(one.value)}`),
      ...emit.map((one) => `  emit ${printEmission(one)}`),
    ]),
    ...[...machine.always, ...machine.reachable].map(({ name, over, holds }) => `${name} (${over}): ${print(holds)}`),
  ].join('\n')
}

export function printEmission(emission: Emission): string {
  if (emission.kind === 'effect') return `${emission.effect} ${printFields(emission.fields)}`
  const list = (items: readonly Emission[]) => `[${items.map(printEmission).join(', ')}]`
  return `(${print(emission.condition)} ? ${list(emission.then)} : ${list(emission.else)})`
}

function printFields(fields: readonly { readonly name: string; readonly value: Expr }[]): string {
  return `{${fields.map(({ name, value }) => `${name}: ${print(value)}`).join(', ')}}`
}

export function print(e: Expr): string {
  switch (e.kind) {
    case 'literal':
      return JSON.stringify(e.value)
    case 'variable':
      return e.name
    case 'field':
      return `${print(e.of)}.${e.name}`
    case 'binary':
      return `(${print(e.left)} ${e.op} ${print(e.right)})`
    case 'not':
      return `!${print(e.of)}`
    case 'if':
      return `(${print(e.condition)} ? ${print(e.then)} : ${print(e.else)})`
    case 'max':
    case 'min':
      return `${e.kind}(${print(e.left)}, ${print(e.right)})`
    case 'given':
      return `${print(e.of)}!`
    case 'optionalField':
      return `${print(e.of)}?.${e.name}`
    case 'otherwise':
      return `(${print(e.of)} ?? ${print(e.otherwise)})`
    case 'record':
      return printFields(e.fields)
    case 'recordWith':
      return `{...${print(e.of)} ${printFields(e.fields)}}`
    case 'let':
      return `(let ${e.name} = ${print(e.value)} in ${print(e.body)})`
    case 'call':
      return `${e.function}(${e.args.map(print).join(', ')})`
    case 'has':
    case 'get':
    case 'remove':
      return `${print(e.table)}.${e.kind}(${print(e.key)})`
    case 'by':
      return `${print(e.table)}.by(${e.column}, ${print(e.value)})`
    case 'size':
      return `${print(e.of)}.size`
    case 'put':
      return `${print(e.table)}.put(${print(e.key)}, ${print(e.row)})`
    case 'with':
      return `${print(e.table)}.with(${print(e.key)}, ${printFields(e.fields)})`
    case 'setHas':
    case 'setAdd':
    case 'setRemove':
      return `${print(e.set)}.${e.kind}(${print(e.member)})`
    case 'some':
    case 'every':
    case 'count':
    case 'filter':
      return `${print(e.over)}.${e.kind}(${e.item}${e.key === null ? '' : ` ${e.key}`} => ${print(e.holds)})`
    case 'map':
      return `${print(e.over)}.map(${e.item}${e.key === null ? '' : ` ${e.key}`} => ${print(e.value)})`
    case 'inputIs':
      return `is ${e.input}`
    case 'inputHas':
      return `has ${e.field}`
    case 'compose':
      return `compose(${e.domain}: ${e.parts.map(print).join(', ')})`
  }
}
