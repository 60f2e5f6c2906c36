/** Runs what was generated. */
import type { LaidOut } from '../../codegen/write.js'
import { loadModules } from '../../codegen/verify/load.js'
import type { AnyMachine } from '../../generated/machine.js'
import { bench } from './workbench.js'

export type Module = AnyMachine

/** Machine -> its module. */
export async function modulesOf(name: string, files: readonly LaidOut[]): Promise<ReadonlyMap<string, Module>> {
  const found = await exportsOf(name, files, /\/index\.ts$/)
  return new Map(
    [...found.values()].flatMap((exported) => Object.values(exported)).map((module) => [(module as Module).name, module as Module]),
  )
}

/** Path -> what the file exports. */
export async function exportsOf(
  name: string,
  files: readonly LaidOut[],
  paths: RegExp,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const root = bench(name, files)
  const wanted = files.map(({ path }) => path).filter((path) => paths.test(path))
  return (await loadModules(root, wanted)) as ReadonlyMap<string, Readonly<Record<string, unknown>>>
}
