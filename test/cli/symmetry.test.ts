import { describe, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { warmPawl as pawl } from './run.js'

const check = (...args: readonly string[]) => pawl(root, 'check', ...args, '--no-cache')

describe('pawl check --symmetry', () => {
  test('says over which ids, that fewer states stand for all, and whom it did not ask', { timeout: 60_000 }, async () => {
    const [whole, reduced] = await Promise.all([check('RuntimeDelivery', '--engine', 'kernel'), check('RuntimeDelivery', '--symmetry')])
    expect([whole.status, reduced.status], whole.stderr + reduced.stderr).toEqual([0, 0])
    const [, kept] = /^ {2}symmetry {2}over DeliveryId: (\d+) states stand for all$/m.exec(reduced.stdout)!
    const [, all] = /^ {2}kernel +(\d+) states/m.exec(whole.stdout)!
    expect(Number(kept)).toBeLessThan(Number(all))
    expect(reduced.stdout).toMatch(/^ {2}left out +tla-checker: under symmetry one state stands for several/m)
    expect(whole.stdout).not.toContain('symmetry')
    for (const { stdout } of [whole, reduced]) expect(stdout).toMatch(/^keys exact: no two states can be taken for one$/m)
  })

  test(
    'is the same document each time, with what was exchanged; a composition and a machine without such ids say so',
    {
      timeout: 120_000,
    },
    async () => {
      const names = ['SessionTranscript', 'AwaitBinding', 'JobSubscriptionDelivery']
      const args = [...names, '--symmetry', '--engine', 'kernel']
      const document = async () => {
        const { status, stdout } = await check(...args, '--json')
        return { status, text: stdout.replace(/"ms": \d+/g, '"ms": 0') }
      }
      const [first, second] = [await document(), await document()]
      expect(second).toEqual(first)
      const { machines, compositions, keys, exit } = JSON.parse(first.text)
      expect({ exit, keys }).toEqual({ exit: 0, keys: 'exact: no two states can be taken for one' })
      expect(machines.map(({ name, symmetry }: { name: string; symmetry: unknown }) => [name, symmetry])).toEqual([
        ['AwaitBinding', { over: [], permutations: 1 }],
        ['SessionTranscript', { over: ['AssistantId'], permutations: 2 }],
      ])
      expect(compositions).toMatchObject([{ symmetry: { over: [], permutations: 1 } }])
      const { stdout } = await check(...args)
      expect(stdout).toContain('  symmetry  no two ids are interchangeable: every state was looked into\n')
      expect(stdout.match(/^ {2}symmetry {2}no two ids are interchangeable: every state was looked into/gm)).toHaveLength(2)
    },
  )

  test.each([
    [['--record'], '--record keeps counts of all states'],
    [['--engine', 'wasm'], '--engine wasm compares counts of all states'],
    [['--engine', 'all'], '--engine all compares counts of all states'],
  ])('with %j is refused, for its counts are not those of all states', { timeout: 60_000 }, async (args, why) => {
    const { status, stdout, stderr } = await check('AwaitBinding', '--symmetry', ...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(why)
  })

  test('is never answered with what was kept of a run without it', { timeout: 60_000 }, async () => {
    const args = ['check', 'SessionTranscript', '--engine', 'kernel']
    await pawl(root, ...args)
    const { stdout } = await pawl(root, ...args, '--symmetry')
    expect(stdout).toContain('  symmetry  over AssistantId: ')
    expect((await pawl(root, ...args)).stdout).not.toContain('symmetry')
  })
})
