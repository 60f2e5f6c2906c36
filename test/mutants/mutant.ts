/** A mutant: the specs of this project with a fault put back by exact replacements, read by the reader that everything else uses. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import type { Catalog, Composition } from '../../codegen/ir.js'
import { filesOnDisk } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { verifyComposition } from '../../codegen/verify/composed/index.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'

/** In a file below `specs/`, one text instead of another. */
export type Edit = readonly [file: string, before: string, after: string]

/** What is put back, and the promise that must notice it. */
export interface Fault {
  readonly fault: string
  readonly edits: readonly Edit[]
  readonly breaks: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The catalog with the edits made; what comes out must read without a fault. */
export function mutated(edits: readonly Edit[], only: readonly string[]): Catalog {
  const texts = edited(edits)
  const disk = filesOnDisk(root)
  const { catalog, diagnostics } = readFrom(
    { list: (folder) => disk.list(folder), text: (path) => texts.get(path) ?? disk.text(path) },
    { files: only.map((file) => `specs/${file}`) },
  )
  if (diagnostics.length > 0) throw new Error(`the mutant does not read:\n${diagnostics.map(formatDiagnostic).join('\n')}`)
  return catalog
}

/** The texts that the edits change, by their path. Each must match exactly once. */
export function edited(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const [name, before, after] of edits) {
    const file = `specs/${name}`
    const text = texts.get(file) ?? textOf(name)
    const matches = text.split(before).length - 1
    if (matches !== 1) throw new Error(`${file} holds ${matches} of ${JSON.stringify(before)}, not 1`)
    texts.set(
      file,
      text.replace(before, () => after),
    )
  }
  return texts
}

/** The text of a file below `specs/`. */
export function textOf(name: string): string {
  return readFileSync(`${root}/specs/${name}`, 'utf8')
}

/** The names of the properties that the one machine breaks: what must hold and does not, and what must be seen and is not. */
export function brokenIn(file: string, edits: readonly Edit[]): string[] {
  const [machine] = mutated(edits, [file]).machines
  const { report } = verifyMachine({ machine: machine!, bounds: 'ci', kernel: null, spec: null, judgeVacuity: false })
  return report.findings.filter(({ rule }) => rule === 'ALWAYS' || rule === 'REACHABLE').map(({ name }) => name)
}

/** The same of a composition: what must come about and does not, and the promises of the simpler system, are named too. */
export function brokenTogether(
  file: string,
  edits: readonly Edit[],
  change: (read: Composition) => Composition = (read) => read,
): string[] {
  const { compositions, machines } = mutated(edits, compositionFiles())
  const read = compositions.find(({ at }) => at.file === `specs/${file}`)!
  const { report } = verifyComposition({
    composition: change(read),
    machines,
    bounds: 'ci',
    kernels: null,
    router: null,
    spec: null,
    modules: modulesIn(root),
    judgeVacuity: false,
  })
  return report.findings.map(({ name }) => name)
}

/** All of them: an effect that one does not route is routed by another. */
function compositionFiles(): readonly string[] {
  return readdirSync(`${root}/specs/compositions`).map((file) => `compositions/${file}`)
}
