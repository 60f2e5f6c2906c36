/** Documents for other tools. Each is the whole of what stands on stdout. */
import { githubText } from './github.js'
import { junitText } from './junit.js'
import type { Report } from './report.js'
import { sarifText } from './sarif.js'

/** `text` is for people, and `json` is each command's own document. */
export type Format = 'text' | 'json' | 'github' | 'junit' | 'sarif'

/** Without a last line end: the terminal puts it. */
export function documentOf(report: Report, format: 'github' | 'junit' | 'sarif'): string {
  switch (format) {
    case 'github':
      return githubText(report)
    case 'junit':
      return junitText(report)
    case 'sarif':
      return sarifText(report)
  }
}
