import type { GeneratedFile } from './file.js'
import { MACHINE_TEXT } from './shared-machine.js'
import { ROWS_TEXT } from './shared-rows.js'
import { VALUES_TEXT } from './shared-values.js'
import { WIRE_TEXT } from './shared-wire.js'

/** What all generated machines share. It depends on no spec, and is written with them so that `generated/` stands alone. */
export function emitShared(): GeneratedFile[] {
  return [
    { path: 'generated/machine.ts', text: MACHINE_TEXT, language: 'ts' },
    { path: 'generated/rows.ts', text: ROWS_TEXT, language: 'ts' },
    { path: 'generated/values.ts', text: VALUES_TEXT, language: 'ts' },
    { path: 'generated/wire.ts', text: WIRE_TEXT, language: 'ts' },
  ]
}
