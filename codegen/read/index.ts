/**
 * Reads the specs of a project into the IR. Whatever a spec says that has no form there is a diagnostic with a position:
 * nothing is skipped, nothing is thrown, and all faults of a run are reported together.
 */
import type { Catalog } from '../ir.js'
import type { Diagnostic } from '../diagnostics.js'
import { readCompositions } from './compositions.js'
import { readMachines } from './machines.js'
import { Report } from './report.js'
import { filesOnDisk, type SourceFiles } from './files.js'
import { reportAssumed, reportImports, usersOf } from './imports.js'
import { loadModules } from './modules.js'
import { findDefinitions } from './definitions.js'
import { reportUnjoined } from './unjoined.js'

export type { SourceFiles } from './files.js'

interface ReadOptions {
  /** The spec files to read, from the root; otherwise all of `specs/machines` and `specs/compositions`. */
  readonly files?: readonly string[]
}

interface ReadResult {
  /** What could be read; trustworthy only when there are no diagnostics. */
  readonly catalog: Catalog
  readonly diagnostics: Diagnostic[]
}

export function read(root: string, options: ReadOptions = {}): ReadResult {
  return readFrom(filesOnDisk(root), options)
}

/** Reads specs that need not be on a disk. */
export function readFrom(files: SourceFiles, options: ReadOptions = {}): ReadResult {
  const report = new Report()
  const modules = loadModules(files, options.files ?? [...files.list('specs/machines'), ...files.list('specs/compositions')], report)
  reportImports(modules, report)
  const definitions = findDefinitions(modules, report)
  const machines = readMachines(definitions.machines, report)
  const compositions = readCompositions(definitions.compositions, machines, report)
  reportAssumed(modules, report)
  reportUnjoined(modules, report)
  return {
    catalog: { machines: machines.map(({ machine }) => machine), compositions },
    diagnostics: report.diagnostics((path) => usersOf(path, modules)),
  }
}
