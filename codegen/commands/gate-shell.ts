/** What a shell text runs: its commands, each with what becomes of its failure. */
export interface Call {
  readonly text: string
  /** Why its failure fails nothing, or null. */
  readonly doubt: string | null
}

/** Comments and what only prints run nothing. */
export function callsIn(script: string): readonly Call[] {
  const parts = split(script.replace(/\\\r?\n/g, ' '))
  const goesOn = /\bset\s+\+e\b/.test(script) ? 'after `set +e` its failure fails nothing' : null
  return parts.flatMap(({ text }, n) => {
    const command = text.replace(/^(?:[-@\s]|\w+=\S*\s)+/, '')
    if (/^(?:echo|printf|cat|grep|test|true|:|\[)(?:\s|$)/.test(command)) return []
    return [{ text, doubt: passedOver(parts, n) ?? goesOn }]
  })
}

interface Part {
  readonly text: string
  /** What stands behind it: an operator, or a line's end. */
  readonly end: string
}

function passedOver(parts: readonly Part[], n: number): string | null {
  const { text, end } = parts[n]!
  if (/^\s*(?:if|while|until|!)\s/.test(text)) return 'its failure is only a condition'
  if (end === '&') return 'nobody waits for it'
  let last = n
  while (['&&', '|'].includes(parts[last]!.end) && last + 1 < parts.length) last += 1
  const instead = parts[last]!.end === '||' ? (parts[last + 1]?.text.trim() ?? '') : null
  return instead === null || /^[{(]?\s*(?:exit\s+[1-9]|false\b)/.test(instead) ? null : `its failure is passed over: || ${instead}`
}

/** At operators and line ends that stand in no quotes; a `#` that begins a word begins a comment. */
function split(script: string): readonly Part[] {
  const parts: Part[] = []
  let [text, quote, isComment] = ['', '', false]
  for (const [token] of script.matchAll(/\\.|&&|\|\||(?<=>)&|&(?=>)|[\s\S]/g)) {
    if (isComment && token !== '\n') continue
    isComment = false
    if (quote !== '') {
      text += token
      if (token === quote) quote = ''
    } else if (token === '"' || token === "'") {
      text += token
      quote = token
    } else if (token === '#' && /(?:^|\s)$/.test(text)) isComment = true
    else if (['\n', ';', '&&', '||', '|'].includes(token) || (token === '&' && !text.endsWith('>'))) {
      parts.push({ text, end: token })
      text = ''
    } else text += token
  }
  return [...parts, { text, end: '\n' }].filter((part) => part.text.trim() !== '')
}
