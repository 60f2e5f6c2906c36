import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { formatDiagnostic } from '../diagnostics.js'
import { generate as run, type Generated } from '../generate.js'
import { counted, type Terminal } from '../report/terminal.js'
import type { Exit } from '../exit.js'
import { CannotComplete } from '../exit.js'
import { projectRoot } from './root.js'

export interface GenerateCommand {
  readonly cwd: string
  readonly check: boolean
  readonly watch: boolean
}

export async function generate(terminal: Terminal, command: GenerateCommand): Promise<Exit> {
  const root = projectRoot(command.cwd)
  const exit = await once(terminal, root, command.check)
  return command.watch ? await again(terminal, root, command.check) : exit
}

async function once(terminal: Terminal, root: string, check: boolean): Promise<Exit> {
  const result = await run(root, { check, onStage: (stage) => terminal.progress(`pawl: ${stage}`) }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'CannotWrite') throw new CannotComplete(`${error.message}; nothing was written`)
    throw error
  })
  return say(terminal, result)
}

function say(terminal: Terminal, result: Generated): Exit {
  switch (result.outcome) {
    case 'unchanged':
      terminal.out('ok  nothing has changed')
      return 0
    case 'faults':
      for (const diagnostic of result.diagnostics) terminal.out(formatDiagnostic(diagnostic))
      terminal.out(`${counted(result.diagnostics.length, 'fault')} in specs/; nothing was written`)
      return 1
    case 'compared':
      for (const { path, kind } of result.differences) terminal.out(`${kind.padEnd(8)} ${path}`)
      if (result.differences.length === 0) {
        terminal.out(`ok  ${counted(result.files, 'file')} as generated`)
        return 0
      }
      terminal.out(`${counted(result.differences.length, 'file')} would change: pawl generate`)
      return 1
    case 'written':
      for (const path of result.written) terminal.out(`written  ${path}`)
      for (const path of result.removed) terminal.out(`removed  ${path}`)
      for (const path of result.kept)
        terminal.out(`kept     ${path}  (no spec asks for it any more, but it was changed by hand: move it or remove it)`)
      terminal.out(`ok  ${counted(result.files, 'file')}, ${result.written.length} written, ${result.removed.length} removed`)
      return result.kept.length === 0 ? 0 : 1
  }
}

/** Generates whenever a spec has changed, until it is told to stop. Faults are shown, and waited out. */
function again(terminal: Terminal, root: string, check: boolean): Promise<Exit> {
  terminal.err('pawl: watching specs/; Ctrl-C ends it')
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let running = Promise.resolve()
    const specs = watch(join(root, 'specs'), { recursive: true }, () => {
      // An editor saves a file in several steps.
      clearTimeout(timer)
      timer = setTimeout(() => {
        running = running.then(async () => {
          if (!existsSync(join(root, 'specs'))) return gone()
          await once(terminal, root, check).catch((error: unknown) =>
            terminal.err(`pawl: ${error instanceof Error ? error.message : String(error)}`),
          )
        })
      }, 50)
    })
    const gone = (): void => {
      reject(new CannotComplete('specs/ is gone, so there is nothing to watch; what was generated stands'))
      specs.close()
    }
    // The watcher finds it out by itself too, when it looks at what is not there.
    specs.on('error', gone)
    process.once('SIGINT', () => {
      specs.close()
      clearTimeout(timer)
      void running.then(() => resolve(0))
    })
  })
}
