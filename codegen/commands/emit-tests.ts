import { join, resolve } from 'node:path'
import type { Catalog } from '../ir.js'
import type { Checked } from '../report/checked.js'
import type { Format } from '../report/formats/index.js'
import type { Terminal } from '../report/terminal.js'
import { putTest, testFileOf, testWriter } from './emit-test.js'

/**
 * Writes a test of each counterexample that `check` found, and says by name of what there is none. A document on stdout stays
 * alone there. What stands in a file that says something else is left: the finding itself is reported whatever becomes of it.
 */
export async function emitTests(
  terminal: Terminal,
  {
    root,
    catalog,
    command: { cwd, format },
    folder,
    checked,
  }: {
    readonly root: string
    readonly catalog: Catalog
    readonly command: { readonly cwd: string; readonly format: Format }
    readonly folder: string
    readonly checked: readonly Checked[]
  },
): Promise<void> {
  const findings = checked.flatMap((one) => one.findings)
  if (findings.length === 0) return
  const say = format === 'text' ? terminal.out : terminal.err
  const write = await testWriter(root, catalog)
  for (const finding of findings) {
    const { machine, rule, name, trace, replayed } = finding
    const none = (why: string) => say(`no test  ${machine}  ${rule} "${name}": ${why}`)
    if (trace === null) none('nothing happened that a test could walk through')
    else if (!replayed && rule !== 'THREW') none('it does not happen again')
    else {
      const file = join(folder, testFileOf(finding))
      const made = await write({ ...finding, trace }, resolve(cwd, file))
      if ('none' in made) none(made.none)
      else {
        const put = putTest(resolve(cwd, file), made.text)
        if (put === 'differs')
          terminal.err(`pawl: ${file} is there and says something else: it is left as it is (take it away, or name another folder)`)
        else say(`${put}  ${file}`)
      }
    }
  }
}
