import type { Diagnostic } from '../diagnostics.js'
import type { Catalog, Composition, Machine } from '../ir.js'

/** Judges one machine. The catalog is there for what compositions use of it. */
export type Rule = (machine: Machine, catalog: Catalog) => Diagnostic[]

/** Judges what machines do together. */
export type CompositionRule = (composition: Composition, catalog: Catalog) => Diagnostic[]
