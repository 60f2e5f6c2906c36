import { formatDiagnostic } from '../diagnostics.js'
import { generate } from '../generate.js'
import { counted, type Terminal } from '../report/terminal.js'
import { CannotComplete } from '../exit.js'

/** What follows is judged by generated files, so they must say what the specs say. */
export async function mustBeFresh(terminal: Terminal, root: string): Promise<void> {
  const result = await generate(root, { check: true, onStage: (stage) => terminal.progress(`pawl: ${stage}`) })
  switch (result.outcome) {
    case 'unchanged':
      return
    case 'faults':
      for (const diagnostic of result.diagnostics) terminal.err(formatDiagnostic(diagnostic))
      throw new CannotComplete(`${counted(result.diagnostics.length, 'fault')} in specs/, so nothing can be judged`)
    case 'compared': {
      if (result.differences.length === 0) return
      const { length, 0: first } = result.differences
      throw new CannotComplete(
        `generated/ is stale: ${counted(length, 'file')} ${length === 1 ? 'differs' : 'differ'} from what specs/ say, the first ${first!.path}`,
        'pawl generate',
      )
    }
    case 'written':
      throw new Error('a comparison has written')
  }
}
