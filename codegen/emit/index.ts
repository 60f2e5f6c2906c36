import type { Catalog, Machine } from '../ir.js'
import { emitContract } from './contract.js'
import { emitFacts } from './facts.js'
import type { GeneratedFile } from './file.js'
import { emitIndex } from './index-module.js'
import { emitIr } from './ir-json.js'
import { emitKernel } from './kernel.js'
import { emitRouter } from './router.js'
import { emitShared } from './shared.js'
import { emitTables } from './tables.js'
import { emitTla } from './tla.js'
import { emitWireSchema } from './wire-schema.js'
import { emitWire } from './wire.js'

/** Everything that a catalog comes to, but for its pictures: they are drawn (`render.ts`). */
export function emit(catalog: Catalog): GeneratedFile[] {
  return [
    ...emitShared(),
    ...catalog.machines.flatMap((machine) => emitMachine(machine, catalog)),
    ...catalog.compositions.map((composition) => emitRouter(composition, catalog.machines)),
    ...emitFacts(catalog),
  ]
}

function emitMachine(machine: Machine, { compositions }: Catalog): GeneratedFile[] {
  return [
    emitKernel(machine),
    emitWire(machine),
    emitWireSchema(machine),
    emitTables(machine, compositions),
    emitIndex(machine),
    emitIr(machine),
    emitContract(machine),
    ...emitModel(machine),
  ]
}

function emitModel(machine: Machine): GeneratedFile[] {
  const { name, module, cfg } = emitTla(machine)
  return [
    { path: `tla/${name}.tla`, text: module, language: 'tla' },
    { path: `tla/${name}.ci.cfg`, text: cfg.ci, language: 'cfg' },
    { path: `tla/${name}.deep.cfg`, text: cfg.deep, language: 'cfg' },
  ]
}
