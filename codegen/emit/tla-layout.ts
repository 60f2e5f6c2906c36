/** How a module is laid out: frame, comments, definitions as bullet lists. */

const WIDTH = 130

export function tlaModule(name: string, parts: readonly string[]): string {
  const frame = `${'-'.repeat(4)} MODULE ${name} ${'-'.repeat(4)}`
  return `${frame}\n${parts.filter((part) => part !== '').join('\n\n')}\n\n${'='.repeat(77)}\n`
}

/** A rule across the page, and what follows it. */
export function section(title: string): string {
  return `${'-'.repeat(77)}\n${comment(title)}`
}

/** Words of the author as a comment: nothing in them ends it, opens another, or looks like the frame of a module. */
export function comment(text: string): string {
  const safe = text
    .replace(/\r/g, '')
    .replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll('(*', '( *')
    .replaceAll('*)', '* )')
    .replace(/-{4,}|={4,}/g, (line) => line.slice(0, 3))
    .replace(/\\\*/g, '\\ *')
  const lines = safe.split('\n').map((line) => line.trim())
  return `(* ${lines.join('\n   ')} *)`
}

/** `Head ==` and a body, which begins on a line of its own when both do not fit one. `prefix` is not counted: with it and without, the lines are the same. */
export function definition(head: string, body: string, prefix = ''): string {
  return `${head} ==${widthOf(body, prefix) + widthOf(head, prefix) + 4 <= WIDTH ? ' ' : '\n  '}${body}`
}

export function widthOf(text: string, prefix: string): number {
  return prefix === '' ? text.length : text.replaceAll(prefix, '').length
}

/** `Head ==` and a list of which all (`/\`) or any (`\/`) must be true. One alone stands without a bullet. */
export function listed(head: string, bullet: '/\\' | '\\/', items: readonly string[], prefix = ''): string {
  const [first, ...rest] = items
  if (first === undefined) return `${head} == ${bullet === '/\\' ? 'TRUE' : 'FALSE'}`
  if (rest.length === 0) return definition(head, first, prefix)
  return `${head} ==\n${items.map((item) => `  ${bullet} ${item}`).join('\n')}`
}
