import type { Composition, Drive, Machine, Route } from '../ir.js'
import { dotText, htmlText, smallText } from './diagram.js'

const BLUE = '#0969da'
const LEGEND = '● initial phase, ◎ terminal ones; a route in one transaction is drawn through, one through an outbox dashed'

/**
 * A composition as a picture in DOT: each participant with its phases, what comes from outside, what goes from one to another,
 * and whom a local effect wakes. A route in one transaction is drawn through, one through an outbox dashed.
 */
export function compositionDot(composition: Composition, machines: readonly Machine[]): string {
  const { name, routes, locals, environment } = composition
  const members = composition.machines.flatMap((one) => machines.filter((machine) => machine.name === one))
  const place = new Map(members.map((machine, n) => [machine.name, n]))
  const anchorOf = (machine: string): string => `m${place.get(machine)}`
  const outside = members.flatMap((machine) => {
    const driven = environment.filter(({ to, on }) => to === machine.name && on.length === 0)
    return driven.length === 0 ? [] : [{ machine: machine.name, driven }]
  })
  const woken = environment.filter(({ on }) => on.length > 0)
  return [
    `digraph ${dotText(name)} {`,
    `graph [rankdir=LR, compound=true, nodesep=0.25, ranksep=0.6, fontname="Courier", fontsize=13, bgcolor="transparent", labelloc=t, label=<<B>${htmlText(name)}</B><BR/>${small(LEGEND)}<BR/> >, tooltip=${dotText(name)}]`,
    'node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="Courier", fontsize=11, margin="0.12,0.06"]',
    'edge [color="#57606a", fontname="Courier", fontsize=9, arrowsize=0.7]',
    ...members.flatMap((machine, n) => participant(machine, n)),
    ...outside.flatMap(({ machine, driven }, n) => [
      `outside${n} [shape=plaintext, style="", id=${dotText(`outside-${machine}`)}, label=<${outsideLabel(driven)}>, tooltip="from outside"]`,
      `outside${n} -> ${anchorOf(machine)} [lhead=${clusterOf(anchorOf(machine))}, tooltip="from outside"]`,
    ]),
    ...routes.flatMap((route, n) => [
      `route${n} [shape=box, style="filled", fillcolor="#ddf4ff", color="${BLUE}", id=${dotText(`route-${route.name}`)}, label=<${routeLabel(route)}>, tooltip=${dotText(route.doc === '' ? route.name : route.doc)}]`,
      `${anchorOf(route.from)} -> route${n} [ltail=${clusterOf(anchorOf(route.from))}, arrowhead=none, ${lineOf(route)}]`,
      `route${n} -> ${anchorOf(route.to)} [lhead=${clusterOf(anchorOf(route.to))}, ${lineOf(route)}]`,
    ]),
    ...woken.flatMap((drive, n) => {
      const by = locals.filter((local) => drive.on.includes(local.name)).map((local) => `${local.name}: ${local.effect}`)
      return [
        `woken${n} [shape=box, style="rounded,filled", fillcolor="#fff8c5", color="#9a6700", id=${dotText(`woken-${drive.name}`)}, label=<${wokenLabel(drive, by)}>, tooltip=${dotText(`woken by ${drive.on.join(', ')}`)}]`,
        `${anchorOf(drive.to)} -> woken${n} [ltail=${clusterOf(anchorOf(drive.to))}, color="#9a6700", style=dotted, dir=both, arrowtail=vee, arrowhead=vee, tooltip="wakes"]`,
      ]
    }),
    '}',
  ].join('\n')
}

/** The phases one under another, as they follow: the ways between them are the machine's own picture. */
function participant(machine: Machine, n: number): string[] {
  const rows = machine.phases.map(({ name }) => {
    const terminal = machine.terminal.includes(name)
    const mark = name === machine.initial ? '&#9679; ' : terminal ? '&#9678; ' : '&#160; '
    return `<TR><TD ALIGN="LEFT">${mark}${htmlText(name)}</TD></TR>`
  })
  const table = `<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">${rows.join('')}</TABLE>`
  return [
    `subgraph cluster_m${n} {`,
    `graph [style="rounded,filled", fillcolor="#ffffff", color="#57606a", label=<<B>${htmlText(machine.name)}</B>>, fontsize=12, margin=10, tooltip=${dotText(machine.doc === '' ? machine.name : machine.doc)}]`,
    `m${n} [shape=plaintext, style="", margin=0, id=${dotText(`participant-${machine.name}`)}, label=<${table}>, tooltip=${dotText(machine.name)}]`,
    '}',
  ]
}

function clusterOf(anchor: string): string {
  return `cluster_${anchor}`
}

function outsideLabel(driven: readonly Drive[]): string {
  const rows = driven.map(
    ({ name, input }) => `<TR><TD ALIGN="LEFT">${htmlText(name)}${name === input ? '' : small(`  ${input}`)}</TD></TR>`,
  )
  return `<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"><TR><TD ALIGN="LEFT">${small('from outside')}</TD></TR>${rows.join('')}</TABLE>`
}

function routeLabel({ name, effect, input, target, delivery, acknowledges }: Route): string {
  const told = [delivery === 'atomic' ? 'one transaction' : 'outbox', ...(target.kind === 'each' ? ['to each'] : [])].join(', ')
  const refused = delivery === 'atomic' ? 'refusals foreseen' : 'received too'
  const counts = acknowledges.length === 0 ? '' : `<BR/>${small(`${refused}: ${acknowledges.join(', ')}`)}`
  return `<B>${htmlText(name)}</B><BR/>${small(`${effect} → ${input}`)}<BR/>${small(told)}${counts}`
}

function wokenLabel({ name, input }: Drive, by: readonly string[]): string {
  return `<B>${htmlText(name)}</B><BR/>${small(input)}${by.map((one) => `<BR/>${small(`woken by ${one}`)}`).join('')}`
}

function lineOf({ name, delivery }: Route): string {
  return `color="${BLUE}", style=${delivery === 'atomic' ? 'solid' : 'dashed'}, tooltip=${dotText(name)}`
}

function small(text: string): string {
  return smallText(text, 9)
}
