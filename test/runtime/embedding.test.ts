import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../house/sources.js'

test('the embedding example: an agent that is killed while it waits is woken once, with the result', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [join(root, 'dist/runtime/demo/agent/main.js')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()))
  const status = await new Promise((resolve) => child.once('close', resolve))
  expect(status, printed).toBe(0)
  expect(printed.match(/^ {2}ok /gm)).toHaveLength(5)
  expect(printed.match(/"woken"/g)).toHaveLength(1)
})
