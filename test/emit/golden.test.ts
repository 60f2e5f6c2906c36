import { expect, test } from 'vitest'
import { filesOf } from '../../codegen/generate.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'

const files = (await filesOf({ machines: [runtimeDelivery], compositions: [] })).filter(({ path }) =>
  /^(generated\/runtime-delivery|ratchets)\/(?!manifest)/.test(path),
)

test.each(files)('the shared example comes to the $path that was read and approved', async ({ path, text }) => {
  await expect(text).toMatchFileSnapshot(`golden/${path.replace('generated/', '').replace(/\.txt$/, '')}.txt`)
})
