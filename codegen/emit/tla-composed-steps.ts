import { boundChecks } from '../bounds.js'
import { inputFields } from '../domains.js'
import type { Drive, History, Input, Machine, Route, Transition } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import { answering, commitOrder, inputNamed, inputsUsed, listsOf, localsOf, machineOf, placesOf, routesFrom } from './tla-composed-parts.js'
import type { Committing, Parts } from './tla-composed-parts.js'
import { tlaExpr } from './tla-expr.js'
import { comment, definition } from './tla-layout.js'
import { applied, isAlways } from './tla-operators.js'
import { domainOf, givenOf } from './tla-types.js'

/**
 * What an input sets going, as operators over the whole `c`, which answer with all outcomes: the code of a refusal, or `""` and
 * what is next. There are several where a receiver is supplied with values, and none is ever left out.
 */
export function composedSteps(parts: Parts): readonly string[] {
  const { composition, machines, waking } = parts
  const order = commitOrder(parts)
  // A receiver's answer stands before whoever asks for it.
  const standing = new Set<string>()
  const commits = order.flatMap((committing) => {
    const asked = listsOf(committing.transition.emit)
      .flat()
      .flatMap((effect) => routesFrom(parts, committing.machine, effect, 'atomic'))
      .filter(({ name }) => !standing.has(name))
    const hops = [...new Set(asked)].flatMap((route) => {
      standing.add(route.name)
      return hopOf(route, parts, standing)
    })
    return [...hops, commit(committing, parts)]
  })
  const rest = composition.routes.filter(({ name }) => !standing.has(name)).flatMap((route) => hopOf(route, parts, standing))
  return [
    ...machines.flatMap((machine) => sent(machine, parts)),
    ...composition.routes.flatMap((route) => addressed(route, parts)),
    ...composition.history.map((history) => remembering(history, parts)),
    ...(waking.length > 0
      ? [comment('Whoever was woken sleeps when nothing calls for it any more.'), ...waking.map((drive) => derives(drive, parts))]
      : []),
    comment('A step of one instance, with all that follows from it in the same transaction.'),
    ...commits,
    ...rest,
    ...machines.flatMap((machine) => {
      const isDriven = ({ name }: Input): boolean => composition.environment.some(({ to, input }) => to === machine.name && name === input)
      return inputsUsed(parts, machine)
        .filter(isDriven)
        .map((input) => driven(machine, input, parts))
    }),
  ]
}

/** Can a route's receiver, or what follows from it, leave a domain of the model? */
export function mayExhaust(route: Route, parts: Parts): boolean {
  const seen = new Set<string>()
  const visit = (machine: Machine, input: string): boolean =>
    answering(machine, input).some((transition) => {
      const name = `${machine.name}.${transition.name}`
      if (seen.has(name)) return false
      seen.add(name)
      if (boundChecks(machine, transition).length > 0) return true
      const effects = new Set(listsOf(transition.emit).flat())
      return [...effects].some((effect) =>
        routesFrom(parts, machine, effect, 'atomic').some((hop) => visit(machineOf(parts, hop.to), hop.input)),
      )
    })
  return visit(machineOf(parts, route.to), route.input)
}

/** The messages that one effect becomes. */
function sent(machine: Machine, parts: Parts): readonly string[] {
  const routes = parts.composition.routes.filter(({ from, delivery }) => from === machine.name && delivery === 'outbox')
  if (routes.length === 0) return []
  const effects = [...new Set(routes.map(({ effect }) => effect))]
  const chain = effects.reduceRight((rest, effect) => {
    const messages = routesFrom(parts, machine, effect, 'outbox').map(
      ({ name }) => `[route |-> ${tlaString(name)}, effect |-> effect, reached |-> {}]`,
    )
    return `(IF (effect.type = ${tlaString(effect)}) THEN <<${messages.join(', ')}>> ELSE ${rest})`
  }, '<<>>')
  return [definition(`${parts.names.instance('Sent', machine.name)}(effect)`, chain)]
}

/** To whom a route leads, and the input that it brings. */
function addressed(route: Route, parts: Parts): readonly string[] {
  const { names } = parts
  const receiver = machineOf(parts, route.to)
  const input = inputNamed(receiver, route.input)
  const scope = {
    machine: machineOf(parts, route.from),
    names: { ...names.machine(route.from), local: names.local },
    variables: new Map([
      ['effect', 'effect'],
      ['from', 'from'],
    ]),
    used: new Set(['effect', 'from', ...suppliedOf(input, parts)]),
  }
  const key = route.target.key.map(({ name, value }) => `${tlaName(name)} |-> ${tlaExpr(value, scope)}`)
  const fields = inputFields(input).map(({ name }) => {
    const given = route.fields.find((field) => field.name === name)
    return given === undefined ? names.local(name, ROUTED) : tlaExpr(given.value, scope)
  })
  return [
    comment(
      `${route.name}: ${route.from}.${route.effect} to ${route.to}.${route.input}, ${route.delivery}.${route.doc === '' ? '' : ` ${route.doc}`}`,
    ),
    definition(`${names.route('To', route.name)}(from, effect)`, key.length === 0 ? '<<>>' : `[${key.join(', ')}]`),
    definition(
      applied(names.route('Input', route.name), ['from', 'effect', ...suppliedOf(input, parts)]),
      applied(names.machine(route.to).input(route.input), fields),
    ),
  ]
}

/** What else a route's operators have as parameters. */
const ROUTED: ReadonlySet<string> = new Set(['c', 'to', 'from', 'effect'])

function suppliedOf(input: Input, { names }: Parts): readonly string[] {
  return input.supplied.map(({ name }) => names.local(name, ROUTED))
}

/** What a receiver answers to what a route brings, with its answer to that input where it is not said yet. */
function hopOf(route: Route, parts: Parts, standing: Set<string>): readonly string[] {
  const { names } = parts
  const receiver = machineOf(parts, route.to)
  const input = inputNamed(receiver, route.input)
  const answer = names.on('Answer', route.to, route.input)
  const supplied = suppliedOf(input, parts)
  const made = applied(names.route('Input', route.name), ['from', 'effect', ...supplied])
  const one = `${answer}(c, to, ${made})`
  const ranges = input.supplied.map(({ type }, n) => `${supplied[n]} \\in ${givenOf(type, names.machine(route.to))}`)
  const hop = definition(
    `${names.route('Hop', route.name)}(c, to, from, effect)`,
    ranges.length === 0 ? one : `UNION {${one} : ${ranges.join(', ')}}`,
  )
  if (standing.has(answer)) return [hop]
  standing.add(answer)
  return [answerTo(receiver, input, parts), hop]
}

/** The answer to an input, in the order in which a kernel judges. */
function answerTo(machine: Machine, input: Input, parts: Parts): string {
  const names = parts.names.machine(machine.name)
  const refused = (code: string): string => `{[code |-> ${tlaString(code)}, next |-> c]}`
  const here = `${instance(machine, parts)}[at]`
  const chosen = answering(machine, input.name).reduceRight((rest, transition) => {
    const { name, when, refuse } = transition
    const from = `${names.of('From', name)}(s)`
    const applies = isAlways(when) ? from : `(${from} /\\ ${names.of('When', name)}(s, i))`
    const codes = [...refuse.map((condition) => condition.name), ...(boundChecks(machine, transition).length > 0 ? ['exhausted'] : [])]
    const taken = codes.reduceRight(
      (after, code) => `(IF ${names.refusal(name, code)}(s, i) THEN ${refused(code)} ELSE ${after})`,
      `${parts.names.commit(machine.name, name)}(c, at, i)`,
    )
    return `(IF ${applies}\n    THEN ${taken}\n    ELSE ${rest})`
  }, refused('not_applicable'))
  const phases = [...new Set(answering(machine, input.name).flatMap(({ from }) => from))].map(tlaString).join(', ')
  const inPhase = `(IF (s.phase \\in {${phases}}) THEN ${chosen} ELSE ${refused('not_in_phase')})`
  const whole = input.refuse.reduceRight(
    (rest, { name }) => `(IF ${names.inputRefusal(input.name, name)}(s, i) THEN ${refused(name)} ELSE ${rest})`,
    inPhase,
  )
  return `${parts.names.on('Answer', machine.name, input.name)}(c, at, i) ==\n  (LET s == ${here} IN ${whole})`
}

/** All that comes of an input from outside; nothing where it is refused. */
function driven(machine: Machine, input: Input, parts: Parts): string {
  const { names } = parts
  const own = names.machine(machine.name)
  const s = `${instance(machine, parts)}[at]`
  const chain = answering(machine, input.name).reduceRight((rest, { name }) => {
    return `(IF ${own.of('Guard', name)}(${s}, i)\n    THEN ${names.commit(machine.name, name)}(c, at, i)\n    ELSE ${rest})`
  }, '{}')
  const head = `${names.on('Driven', machine.name, input.name)}(c, at, i)`
  return `${head} ==\n  {outcome.next : outcome \\in {o \\in ${chain} : (o.code = "")}}`
}

/** A step of one transition: its own state, then the atomic routes of each effect in turn, then what it sends and whom it wakes. */
function commit({ machine, transition }: Committing, parts: Parts): string {
  const { names } = parts
  const own = names.machine(machine.name)
  const { name } = transition
  const field = names.instance('field', machine.name)
  const s = `${instance(machine, parts)}[at]`
  const hops = placesOf(transition).flatMap(({ effects, always }, n) =>
    effects.flatMap((effect) => routesFrom(parts, machine, effect, 'atomic').map((route) => ({ route, n: n + 1, effect, always }))),
  )
  const begun = `[c EXCEPT !.${field}[at] = next]`
  const routed = hops.reduce((outcomes, { route, n, effect, always }) => {
    const there = `((Len(effects) >= ${n}) /\\ (effects[${n}].type = ${tlaString(effect)}))`
    const asked = always ? '(o.code = "")' : `((o.code = "") /\\ ${there})`
    const hop = `${names.route('Hop', route.name)}(o.next, ${names.route('To', route.name)}(at, effects[${n}]), at, effects[${n}])`
    return `UNION {(IF ${asked} THEN ${hop} ELSE {o}) :\n    o \\in ${outcomes}}`
  }, `{[code |-> "", next |-> ${begun}]}`)
  const changes =
    hops.length === 0 ? after(transition, machine, parts, 'c', 'next') : after(transition, machine, parts, 'o.next', `o.next.${field}[at]`)
  const ended = (whole: string, all: readonly string[]): string =>
    all.length === 0 ? whole : `[${whole} EXCEPT\n    ${all.join(',\n    ')}]`
  const outcomes =
    hops.length === 0
      ? `{[code |-> "", next |-> ${ended('c', [`!.${field}[at] = next`, ...changes])}]}`
      : changes.length === 0
        ? routed
        : `{(IF (o.code = "") THEN [code |-> "", next |-> ${ended('o.next', changes)}] ELSE o) :\n    o \\in ${routed}}`
  const next = remembered(machine, name, s, parts)
  const lets = [...(/\beffects\b/.test(outcomes + next) ? [`effects == ${own.of('Effects', name)}(${s}, i)`] : []), `next == ${next}`]
  const opened = lets.map((one) => `(LET ${one} IN\n   `).join('')
  return `${names.commit(machine.name, name)}(c, at, i) ==\n  ${opened}${outcomes}${')'.repeat(lets.length)}`
}

/** The next state of an instance, with what is remembered of the step. */
function remembered(machine: Machine, transition: string, s: string, parts: Parts): string {
  const next = `${parts.names.machine(machine.name).of('Next', transition)}(${s}, i)`
  const histories = parts.composition.history.filter(({ of }) => of === machine.name)
  return histories.reduce((made, history) => `${rememberName(history, parts)}(${s}, ${made}, i, effects)`, next)
}

/** What a history holds after a step. What leaves its domain is not taken up: the model stays as small as it was meant to be. */
function remembering(history: History, parts: Parts): string {
  const machine = machineOf(parts, history.of)
  const names = { ...parts.names.machine(history.of), local: parts.names.local }
  const parameters = ['s', 'next', 'i', 'effects']
  const scope = { machine, names, variables: new Map(parameters.map((name) => [name, name])), used: new Set(parameters) }
  const changes = history.update.map(({ name, value }) => {
    const type = history.fields.find((field) => field.name === name)?.type
    if (type === undefined) throw new Error(`${parts.composition.name}: the history ${history.name} has no field ${name}`)
    const [text, old] = [tlaExpr(value, scope), `s.${tlaName(name)}`]
    const bounded = type.kind === 'nat' || type.kind === 'instant' || type.kind === 'duration'
    return `!.${tlaName(name)} = ${bounded ? `(IF (${text} \\in ${domainOf(type, names)}) THEN ${text} ELSE ${old})` : text}`
  })
  const body = changes.length === 0 ? 'next' : `[next EXCEPT\n    ${changes.join(',\n    ')}]`
  return `${comment(`${history.name}: remembered of each step.${history.doc === '' ? '' : ` ${history.doc}`}`)}\n${rememberName(history, parts)}(s, next, i, effects) ==\n  ${body}`
}

/** The operator of a history. */
export function rememberName(history: History, parts: Parts): string {
  return `${parts.names.instance('field', history.of)}_Remember_${tlaName(history.name)}`
}

/**
 * What a step sends and whom it wakes, as changes of the whole that `whole` names; `row` is what its instance has become. It
 * stays awake only while something calls for it.
 */
function after(transition: Transition, machine: Machine, parts: Parts, whole: string, row: string): readonly string[] {
  const { names, waking } = parts
  const field = names.instance('field', machine.name)
  const lists = listsOf(transition.emit)
  const messages = placesOf(transition).flatMap(({ effects }, n) => {
    if (!effects.some((effect) => routesFrom(parts, machine, effect, 'outbox').length > 0)) return []
    const made = `${names.instance('Sent', machine.name)}(effects[${n + 1}])`
    return [lists.every((list) => list.length > n) ? made : `(IF (Len(effects) >= ${n + 1}) THEN ${made} ELSE <<>>)`]
  })
  const queue = messages.reduce((all, message) => `(${all} \\o ${message})`, `${whole}.outbox.${field}[at]`)
  const woken = waking
    .filter(({ to }) => to === machine.name)
    .map((drive) => {
      const effects = localsOf(parts, drive).map(({ effect }) => effect)
      const some = (list: readonly string[]): boolean => list.some((effect) => effects.includes(effect))
      const set = `${whole}.woken.${names.woken(drive.name)}`
      const kinds = `{${[...new Set(effects)].map(tlaString).join(', ')}}`
      const added = lists.every(some)
        ? `(${set} \\cup {at})`
        : `(IF (\\E n \\in (1..Len(effects)) : (effects[n].type \\in ${kinds})) THEN (${set} \\cup {at}) ELSE ${set})`
      const awake = lists.some(some) ? added : set
      return `!.woken.${names.woken(drive.name)} = (IF ${names.drive('Derives', drive.name)}(${row}) THEN ${awake} ELSE (${set} \\ {at}))`
    })
  return [...(messages.length > 0 ? [`!.outbox.${field}[at] = ${queue}`] : []), ...woken]
}

/** `c.DetachedJob` */
export function instance(machine: Machine, { names }: Parts, whole = 'c'): string {
  return `${whole}.${names.instance('field', machine.name)}`
}

function derives(drive: Drive, parts: Parts): string {
  const names = { ...parts.names.machine(drive.to), local: parts.names.local }
  const scope = { machine: machineOf(parts, drive.to), names, variables: new Map([['s', 's']]), used: new Set(['s']) }
  const all = localsOf(parts, drive).map(({ derive }) => tlaExpr(derive, scope))
  return definition(
    `${parts.names.drive('Derives', drive.name)}(s)`,
    all.reduce((left, right) => `(${left} \\/ ${right})`),
  )
}
