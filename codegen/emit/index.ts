import type { Catalog, Composition, Machine } from '../ir.js'
import { emitCompositionContract } from './composition-contract.js'
import { emitContract } from './contract.js'
import { emitFacts } from './facts.js'
import type { GeneratedFile } from './file.js'
import { emitIndex } from './index-module.js'
import { emitIr } from './ir-json.js'
import { emitKernel } from './kernel.js'
import { emitRouter } from './router.js'
import { emitShared } from './shared.js'
import { emitTables } from './tables.js'
import { emitTlaComposition } from './tla-composition.js'
import { composedPromises, machinePromises } from './tla-promises.js'
import type { Promises } from './tla-promises.js'
import { emitTla } from './tla.js'
import type { TlaModel } from './tla.js'
import { emitWireSchema } from './wire-schema.js'
import { emitWire } from './wire.js'

/** Everything that a catalog comes to, but for its pictures: they are drawn (`render.ts`). */
export function emit(catalog: Catalog): GeneratedFile[] {
  return [
    ...emitShared(),
    ...catalog.machines.flatMap((machine) => emitMachine(machine, catalog)),
    ...catalog.compositions.flatMap((composition) => [
      emitRouter(composition, catalog.machines),
      emitCompositionContract(composition, catalog.machines),
      ...modelFiles(emitTlaComposition(composition, catalog.machines), composedPromises(composition, catalog.machines), composition),
    ]),
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
    ...modelFiles(emitTla(machine), machinePromises(machine), machine),
  ]
}

/** A module and its cfgs; and for TLC alone what is promised of whole behaviours. */
function modelFiles({ name, module, cfg }: TlaModel, promises: Promises | null, { model }: Machine | Composition): GeneratedFile[] {
  return [
    { path: `tla/${name}.tla`, text: module, language: 'tla' },
    { path: `tla/${name}.ci.cfg`, text: cfg.ci, language: 'cfg' },
    { path: `tla/${name}.deep.cfg`, text: cfg.deep, language: 'cfg' },
    ...(promises === null
      ? []
      : ([
          { path: `tla/${promises.name}.tla`, text: promises.module, language: 'tla' },
          { path: `tla/${promises.name}.ci.cfg`, text: promises.cfg(model.ci), language: 'cfg' },
          { path: `tla/${promises.name}.deep.cfg`, text: promises.cfg(model.deep), language: 'cfg' },
        ] satisfies GeneratedFile[])),
  ]
}
