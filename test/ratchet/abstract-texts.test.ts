import { expect, test } from 'vitest'
import { abstractTexts } from '../../codegen/commands/abstract-texts.js'
import { subjectsOf } from '../../codegen/ratchet/facts.js'
import { fingerprintOf } from '../../codegen/ratchet/finding.js'
import { DOOR } from './door.js'

const LOCK = `---- MODULE AbstractLock ----
VARIABLE held
Init == held = FALSE
Turn ==
  /\\ held = FALSE
  /\\ held' = TRUE
Next == Turn
====
`

function changes(text: string | null) {
  const subjects = subjectsOf(DOOR)
  return abstractTexts({ subjects, file: () => LOCK }, { subjects, file: () => text })
}

const extended = LOCK.replace('VARIABLE', 'EXTENDS Naturals\nVARIABLE')

test('every line that says something else is told, and what the text is as a whole', () => {
  const weaker = extended.replace("held' = TRUE", "held' /= held")
  expect(changes(weaker)).toMatchObject([
    {
      fact: 'Door refines lock AbstractLock',
      before: expect.stringMatching(/^"\/\\ held' = TRUE", in [0-9a-f]{16}$/),
      after: expect.stringMatching(/^"EXTENDS Naturals", "\/\\ held' \/= held", in [0-9a-f]{16}$/),
      at: { file: 'tla/AbstractLock.tla', line: 2, column: 1 },
    },
  ])
  expect(changes(extended)).toMatchObject([{ before: expect.stringMatching(/^nothing, in /) }])
  expect(changes(LOCK.replace("  /\\ held' = TRUE\n", ''))).toMatchObject([{ after: expect.stringMatching(/^nothing, in /) }])
})

test('leave for one change is none for another that comes after the same first line', () => {
  const of = (text: string) => changes(text).map((one) => fingerprintOf(one))
  const one = of(extended)
  expect(one).toHaveLength(1)
  expect(of(extended.replace("held' = TRUE", 'TRUE'))).not.toEqual(one)
  expect(of(extended.replace('Init', '(* At first. *)\nInit'))).toEqual(one)
})

test('a string is no name, and a module that is gone is told as such', () => {
  expect(changes(LOCK.replace("held' = TRUE", 'held\' = "TRUE"'))).toHaveLength(1)
  expect(changes(null)).toMatchObject([{ before: 'there', after: null, at: null }])
  expect(changes(LOCK)).toEqual([])
})
