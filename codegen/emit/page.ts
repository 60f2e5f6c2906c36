/** Markdown for the pages of contracts: tables, names in code, and what is promised. */
import type { Composition, Field, Machine, Property } from '../ir.js'
import { typeText } from './facts.js'

/** Every promise of a machine or a composition, an item each. */
export function promiseTexts({ always, reachable, eventually, refines }: Machine | Composition): { text: string }[] {
  return [
    ...propertyTexts('Always', always),
    ...propertyTexts('Must be reachable', reachable),
    ...eventually.map(({ name, each, doc, fair, strong, source }) => ({
      text: `- Leads to${forEach(each)}: ${code(name)}${remark(doc)}; fair: ${fair.length === 0 ? 'nothing' : codes(fair)}${strong.length === 0 ? '' : `; strongly fair: ${codes(strong)}`}\n\n  ${code(source)}\n`,
    })),
    ...refines.map(({ name, each, doc, abstract, map }) => ({
      text: `- Refines ${code(abstract)}${forEach(each)}: ${code(name)}${remark(doc)}; by ${codes(map.map((variable) => variable.name))}`,
    })),
  ]
}

function propertyTexts(kind: string, properties: readonly Property[]): { text: string }[] {
  return properties.map(({ name, over, doc, source }) => ({
    text: `- ${kind}, over ${over === 'state' ? 'states' : 'steps'}: ${code(name)}${remark(doc)}\n\n  ${code(source)}\n`,
  }))
}

function forEach(machine: string | null): string {
  return machine === null ? '' : `, for each ${code(machine)}`
}

function remark(doc: string): string {
  return doc === '' ? '' : `: ${doc}`
}

export function boundsTable({ ci, deep }: Machine['model']): string {
  const domains = [...new Set([...Object.keys(ci), ...Object.keys(deep)])].sort((a, b) => (a < b ? -1 : 1))
  return table(
    ['Domain', '`ci`', '`deep`'],
    domains.map((domain) => [code(domain), String(ci[domain] ?? ''), String(deep[domain] ?? '')]),
  )
}

export function sentence(doc: string): string {
  return doc === '' ? '.' : `. ${doc.replace(/\s+/g, ' ').trim()}`
}

export function fieldRows(fields: readonly Field[]): string[][] {
  return fields.map(({ name, type, doc }) => [code(name), code(typeText(type)), doc])
}

/** A table, or that there is nothing to put in one. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.'
  const used = heads.map((head, n) => head !== '' || rows.some((row) => row[n] !== ''))
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .filter((_, n) => used[n])
      .map(cell)
      .join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
}

export function codes(names: readonly string[]): string {
  return names.map(code).join(', ')
}

/** In a code span whose fence is longer than any inside. */
export function code(source: string): string {
  const text = onOneLine(source)
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`
}

/** A name in running text. */
export function words(name: string): string {
  return onOneLine(name).replace(/[\\`*_{}[\]<>#|]/g, (mark) => `\\${mark}`)
}

/** Characters that end a line, or that nobody sees, by their numbers. */
function onOneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function firstValue(value: unknown, kind: string): string {
  return kind === 'table' || kind === 'set' ? 'empty' : code(JSON.stringify(value))
}
