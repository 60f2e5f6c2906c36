import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import * as runtime from '../../runtime/index.js'
import { root } from '../house/sources.js'

/** What a host throws: it is none of Pawl's own. */
const OF_HOSTS = ['PermanentFailure', 'StepDeclined']

const classes = Object.entries(runtime).filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)

/** Rows of the table: a name, and the codes that it has. */
const rows = new Map(
  readFileSync(join(root, 'runtime/errors.ts'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, code] = /^ \* \| `(\w+)` +\| ([^|]+) \|/.exec(line) ?? []
      return name === undefined ? [] : [[name, code!.trim()] as const]
    }),
)

test('every error class that is exported is one of the union, or a word of hosts, and stands in the table', () => {
  const names = classes.map(([name]) => name)
  expect(names.filter((name) => OF_HOSTS.includes(name))).toEqual(OF_HOSTS)
  const own = classes.filter(([name]) => !OF_HOSTS.includes(name))
  expect([...rows.keys()].sort()).toEqual(own.map(([name]) => name).sort())
  for (const [name, kind] of classes) {
    const made: unknown = Object.create((kind as { prototype: object }).prototype)
    expect([name, runtime.isPawlError(made)]).toEqual([name, !OF_HOSTS.includes(name)])
  }
  for (const other of [new Error('x'), new TypeError('x'), null, undefined, 'StoreError', { name: 'StoreError', code: 'busy' }])
    expect(runtime.isPawlError(other)).toBe(false)
})

test('whoever asks by name has the codes', () => {
  const codeOf = (error: runtime.PawlError) => {
    if (error.name === 'WireError') return error.path
    if (error.name === 'StoreError') expectTypeOf(error.code).toEqualTypeOf<runtime.StoreErrorCode>()
    if (error.name === 'CannotStart') expectTypeOf(error.code).toEqualTypeOf<'not_durable' | 'no_store' | 'two_stores' | 'no_jobs'>()
    return error.code
  }
  expect(codeOf(new runtime.StoreError('busy', 'text'))).toBe('busy')
  expect(codeOf(new runtime.WireError('Machine', 'path', 'text'))).toBe('path')
  expect(codeOf(new runtime.CannotStart('no_jobs', 'text'))).toBe('no_jobs')
  for (const code of ['not_durable', 'no_store', 'two_stores', 'no_jobs']) expect(rows.get('CannotStart')).toContain(`\`${code}\``)
  for (const error of [new runtime.SecretGone('x'), new runtime.SecretsUnknown('x'), new runtime.InboxDiffers('x')])
    expect(rows.get(error.name)).toBe(`\`${error.code}\``)
})
