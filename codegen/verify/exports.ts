import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type { Router } from './composed/links.js'
import type { CompositionDefinition } from './composed/oracle.js'
import type { Definition, Words } from './spec.js'
import type { Kernel } from './subject.js'

/** Exports of one module. */
export type Exports = Readonly<Record<string, unknown>>

/** Runs a bundle of these files. */
export function runBundle(root: string, files: readonly string[], text: string): Map<string, Exports> {
  const script = new Script(`(function (exports, require, module) {${text}\n})`, { filename: 'pawl-bundle.cjs' })
  const module = { exports: {} as Readonly<Record<string, Exports>> }
  const call = script.runInThisContext() as (exports: object, require: NodeJS.Require, module: object) => void
  call(module.exports, createRequire(existsSync(join(root, 'node_modules/zod')) ? join(root, 'package.json') : import.meta.url), module)
  return new Map(files.map((file, n) => [file, module.exports[`m${n}`] ?? {}]))
}

/** The kernel of a machine: the module that `index.ts` exports, or the bare functions of `kernel.ts`, which a mutant has alone. */
export function kernelIn(exports: Exports, name: string): Kernel {
  const found = Object.values(exports).find((value) => isNamed(value, name) && 'decide' in value)
  if (found !== undefined) return found as Kernel
  const { decide, initial } = exports
  if (typeof decide !== 'function' || initial === undefined)
    throw new Error(`no kernel of "${name}" among the exports ${Object.keys(exports).join(', ')}`)
  return { name, initial, decide } as Kernel
}

/** The executable definition of a machine, of all that a spec exports. */
export function definitionIn(exports: Exports, name: string): Definition {
  const found = Object.values(exports).find((value) => isNamed(value, name) && 'transitions' in value)
  if (found === undefined) throw new Error(`no machine "${name}" among the exports ${Object.keys(exports).join(', ')}`)
  return found as unknown as Definition
}

/** The generated router of a composition. */
export function routerIn(exports: Exports, name: string): Router {
  const found = Object.values(exports).find((value) => isNamed(value, name) && 'routes' in value && 'locals' in value)
  if (found === undefined) throw new Error(`no router of "${name}" among the exports ${Object.keys(exports).join(', ')}`)
  return found as unknown as Router
}

/** The executable definition of a composition, of all that a spec exports. */
export function compositionIn(exports: Exports, name: string): CompositionDefinition {
  const found = Object.values(exports).find((value) => isNamed(value, name) && 'machines' in value)
  if (found === undefined) throw new Error(`no composition "${name}" among the exports ${Object.keys(exports).join(', ')}`)
  return found as unknown as CompositionDefinition
}

export function wordsIn(exports: Exports): Words {
  return exports as unknown as Words
}

function isNamed(value: unknown, name: string): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === name
}
