import type { Catalog } from '../ir.js'
import type { Baseline } from '../ratchet/baseline.js'
import { readFrom } from '../read/index.js'

const catalogs = new WeakMap<Baseline, Catalog | null>()

/** What the specs of a commit say, as today's reader has it; null where it cannot read them at all. */
export function baselineCatalog(baseline: Baseline): Catalog | null {
  const known = catalogs.get(baseline)
  if (known !== undefined) return known
  const made = catalogIn(baseline)
  catalogs.set(baseline, made)
  return made
}

function catalogIn(baseline: Baseline): Catalog | null {
  try {
    const { catalog } = readFrom({
      list: (folder) => baseline.list(folder).filter((path) => /(?<!\.d)(?<!\.test)\.ts$/.test(path)),
      text: (path) => baseline.file(path),
    })
    return catalog
  } catch {
    return null
  }
}
