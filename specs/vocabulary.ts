/**
 * The words a spec is written in (`pawl/spec`).
 *
 * A spec is ordinary TypeScript: an editor completes its names and `tsc` rejects a misspelling. It runs, so it is its own
 * oracle in `pawl check`; and it is read statically, so it becomes the kernel, the model, the schemas and the tables.
 */
export { SetOf, TableOf, same } from './values.js'
export * from './words/composition.js'
export * from './words/machine.js'
export * from './words/parts.js'
export * from './words/types.js'
