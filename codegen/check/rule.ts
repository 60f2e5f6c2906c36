import type { Diagnostic } from '../diagnostics.js'
import type { Catalog, Machine } from '../ir.js'

/** Judges one machine. The catalog is there for what compositions use of it. */
export type Rule = (machine: Machine, catalog: Catalog) => Diagnostic[]
