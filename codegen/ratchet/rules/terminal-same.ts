import { gone, type Rule } from '../rule.js'

export const terminalSame: Rule = {
  id: 'TERMINAL_SAME',
  breaks: 'whoever waits for the end of an instance waits for ever, or takes for an end what is none',
  find: (before, after) => [
    ...gone('terminal', before.terminal, after.terminal),
    ...[...after.terminal]
      .filter((phase) => !before.terminal.has(phase) && before.phases.has(phase))
      .map((phase) => ({ fact: `terminal ${phase}`, before: null, after: 'there' })),
  ],
}
