import type { Report, Reported } from './report.js'

/**
 * One test case a finding, and one for the run itself, so that a clean run is a test that passed and not an empty file. What
 * could not be judged is an error, what is waived or only a warning a case that says so and passes.
 */
export function junitText(report: Report): string {
  const { tool, about, counts, exit, findings } = report
  const properties = Object.entries({ about, exit, ...counts }).map(([name, value]) => element('property', { name, value: String(value) }))
  const cases = [runCase(report), ...findings.map((finding) => findingCase(tool, finding))]
  const failed = findings.filter((finding) => outcome(finding) === 'failure').length
  const broken = findings.filter((finding) => outcome(finding) === 'error').length + (exit === 2 && !findings.some(isIncomplete) ? 1 : 0)
  const totals = { tests: String(cases.length), failures: String(failed), errors: String(broken) }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: tool, ...totals })}>`,
    `  <testsuite${attributes({ name: tool, ...totals, skipped: '0' })}>`,
    '    <properties>',
    ...properties.map((property) => `      ${property}`),
    '    </properties>',
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function runCase({ tool, about, exit, findings }: Report): string {
  const open = `    <testcase${attributes({ classname: tool, name: 'everything was looked at' })}`
  if (exit !== 2 || findings.some(isIncomplete)) return `${open}/>`
  return `${open}>\n      <error${attributes({ type: 'NOT_COMPLETE', message: `could not complete: ${about}` })}/>\n    </testcase>`
}

function findingCase(tool: string, finding: Reported): string {
  const { rule, message, place, fingerprint, waived, related } = finding
  const where = place === null ? {} : { file: place.file, line: String(place.line) }
  const name = `${rule} ${place === null ? message : `${place.file}:${place.line}`}${fingerprint === null ? '' : ` ${fingerprint}`}`
  const lines = [
    message,
    ...related.map((one) => `${one.message}${one.place === null ? '' : ` ${one.place.file}:${one.place.line}:${one.place.column}`}`),
    ...(waived === null ? [] : [`waived ${waived}`]),
  ]
  const tag = outcome(finding)
  const body =
    tag === null
      ? `<system-out>${text(lines.join('\n'))}</system-out>`
      : `<${tag}${attributes({ type: rule, message })}>${text(lines.join('\n'))}</${tag}>`
  return `    <testcase${attributes({ classname: tool, name, ...where })}>\n      ${body}\n    </testcase>`
}

function outcome(finding: Reported): 'failure' | 'error' | null {
  if (finding.waived !== null || finding.severity !== 'error') return null
  return isIncomplete(finding) ? 'error' : 'failure'
}

function isIncomplete({ rule }: Reported): boolean {
  return rule === 'NOT_COMPLETE'
}

function element(name: string, values: Readonly<Record<string, string>>): string {
  return `<${name}${attributes(values)}/>`
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${text(value).replace(/[\t\n\r]/g, (unit) => `&#${unit.charCodeAt(0)};`)}"`)
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** What XML 1.0 cannot hold in any form is shown as its escape. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"']/g, (unit) => ENTITIES[unit]!)
}
