import { format } from 'prettier'
import { expect, test } from 'vitest'
import { filesOf } from '../../codegen/generate.js'
import type { LaidOut } from '../../codegen/write.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'
import { BARE, INERT, KITCHEN, ODD_NAMES, ODD_WORDS, catalogOf } from './specs.js'
import { bench, compile, lint, put } from './workbench.js'

/** The shared example; odd names; odd words; one phase and no effects; nothing that happens; every type and operation. */
const machines = [runtimeDelivery, ...[ODD_NAMES, ODD_WORDS, BARE, INERT, KITCHEN].flatMap((spec) => catalogOf(spec).machines)]
const files = await filesOf({ machines, compositions: [] })

test('what is generated compiles under the strict settings and passes the lint', () => {
  const root = bench('sound', files)
  expect(compile(root)).toBe('')
  expect(lint(root)).toBe('')
})

test('what is generated is the same again, and prettier has nothing to add', async () => {
  expect(await filesOf({ machines, compositions: [] })).toEqual(files)
  expect(await Promise.all(files.map(again))).toEqual(files)
})

test.each(files)('$path holds no path of this machine, ends with a line end, and has no other kind of line end', ({ text }) => {
  expect(text).not.toContain(process.cwd())
  expect(text === '' || text.endsWith('\n')).toBe(true)
  expect(text).not.toMatch(/[\u2028\u2029\r]/)
})

test('a state is made by the kernel and the decoder alone: by hand it does not compile', async () => {
  const root = bench('forged', await filesOf(catalogOf(BARE)))
  put(
    root,
    'generated/forged.ts',
    "import type { State } from './bare/kernel.js'\nexport const forged: State = { phase: 'Only', count: 1 }\n",
  )
  expect(compile(root)).toMatch(/^generated\/forged\.ts\(2,14\): error TS2322/)
})

const PARSERS: Readonly<Record<string, string>> = { '.ts': 'typescript', '.md': 'markdown', 'schema.json': 'json' }

async function again(file: LaidOut): Promise<LaidOut> {
  const parser = Object.entries(PARSERS).find(([ending]) => file.path.endsWith(ending))?.[1]
  if (parser === undefined) return file
  return { path: file.path, text: await format(file.text, { parser, semi: false, singleQuote: true, printWidth: 140 }) }
}
