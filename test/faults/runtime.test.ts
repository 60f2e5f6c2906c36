import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { RECIPES } from './runtime-recipes.js'

const ALL = Object.entries(RECIPES).flatMap(([kind, recipes]) => recipes.map((recipe) => ({ kind, ...recipe })))

/** Of what was named: what is not there. A name in a comment is none. */
function missing(named: readonly (readonly [string, string])[]): readonly string[] {
  return named
    .filter(([path, name]) => !existsSync(join(root, path)) || !codeOf(path).includes(name))
    .map(([path, name]) => `${path}: ${name}`)
}

function codeOf(path: string): string {
  return readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ' ')
}

test('every fault of the runtime is shown by a test or a promise that is there', () => {
  expect(ALL.flatMap(({ shownBy = [] }) => missing(shownBy))).toEqual([])
})

test('what another part shows is there as soon as its file is', () => {
  const here = ALL.flatMap(({ lands = [] }) => lands).filter(([path]) => existsSync(join(root, path)))
  expect(missing(here)).toEqual([])
})

test('no fault is left without a word, and none is told twice', () => {
  expect(ALL.filter(({ shownBy = [], lands = [], later }) => shownBy.length + lands.length === 0 && later === undefined)).toEqual([])
  expect(ALL.filter(({ shownBy = [], lands = [], later }) => shownBy.length + lands.length > 0 && later !== undefined)).toEqual([])
  expect(new Set(ALL.map(({ fault }) => fault)).size).toBe(ALL.length)
})
