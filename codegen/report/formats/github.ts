import type { Report, Reported } from './report.js'

/** Workflow commands, a line each, which GitHub shows beside the code; the last is a notice of what was looked at. */
export function githubText(report: Report): string {
  const { tool, about, counts, exit } = report
  const looked = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  const sum = `${about === '' ? '' : `${about}: `}${looked.join(', ')}, exit ${exit}`
  return [...report.findings.map((finding) => line(tool, finding)), command('notice', { title: tool }, sum)].join('\n')
}

const LEVELS = { error: 'error', warning: 'warning', note: 'notice' } as const

function line(tool: string, { rule, severity, message, place, fingerprint, waived, related }: Reported): string {
  const where = place === null ? {} : { file: place.file, line: String(place.line), col: String(place.column) }
  const aside = related.map((one) => `\n${one.message}${one.place === null ? '' : ` (${one.place.file}:${one.place.line})`}`).join('')
  const named = fingerprint === null ? '' : ` (${fingerprint})`
  const leave = waived === null ? '' : `\nwaived ${waived}`
  return command(
    waived === null ? LEVELS[severity] : 'notice',
    { ...where, title: `${tool}: ${rule}` },
    `${message}${named}${aside}${leave}`,
  )
}

function command(name: string, properties: Readonly<Record<string, string>>, message: string): string {
  const said = Object.entries(properties).map(([key, value]) => `${key}=${propertyText(value)}`)
  return `::${name} ${said.join(',')}::${messageText(message)}`
}

/** A line separator of Unicode is a line to some readers of logs, and would begin a command of its own. */
function messageText(text: string): string {
  return text
    .replace(/%/g, '%25')
    .replace(/\r/g, '%0D')
    .replace(/\n/g, '%0A')
    .replace(/[\u0085\u2028\u2029]/g, '%0A')
}

function propertyText(text: string): string {
  return messageText(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
}
