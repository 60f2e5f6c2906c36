import type { Place, Report, Reported } from './report.js'

/** SARIF 2.1.0: one run, a rule for each id that was found, a result for each finding. */
export function sarifText(report: Report): string {
  const { tool, version, about, counts, exit, findings } = report
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort((a, b) => (a < b ? -1 : 1))
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool, semanticVersion: version, rules: rules.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { PROJECT: { description: { text: "The project's root." } } },
        invocations: [
          {
            executionSuccessful: exit !== 2,
            exitCode: exit,
            ...(exit === 2 && {
              toolExecutionNotifications: [{ level: 'error', message: { text: `could not complete: ${about || tool}` } }],
            }),
          },
        ],
        results: findings.map((finding) => result(finding, rules)),
        properties: { about, ...counts },
      },
    ],
  }
  return JSON.stringify(document, null, 2).replace(/[\u2028\u2029]/g, (unit) => (unit === '\u2028' ? '\\u2028' : '\\u2029'))
}

function result({ rule, severity, message, place, fingerprint, waived, related }: Reported, rules: readonly string[]): object {
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: severity,
    message: { text: message },
    locations: place === null ? [] : [{ physicalLocation: physical(place) }],
    ...(related.length > 0 && {
      relatedLocations: related.map((one, id) => ({
        id,
        message: { text: one.message },
        ...(one.place !== null && { physicalLocation: physical(one.place) }),
      })),
    }),
    ...(fingerprint !== null && { partialFingerprints: { 'pawl/v1': fingerprint } }),
    ...(waived !== null && { suppressions: [{ kind: 'external', status: 'accepted', justification: waived }] }),
  }
}

function physical({ file, line, column }: Place): object {
  return {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'PROJECT' },
    region: { startLine: line, startColumn: column },
  }
}
