import { describe, expect, test } from 'vitest'
import { expectOneGraph, told } from './fixtures/chatter.js'

describe('the model of a composition, checked in the box', () => {
  // Each of them takes every kind of step, and is small.
  test.each([6, 96, 112, 148])('has the states and the steps, by instance and input, that its explorer has: seed %d', async (seed) => {
    await expectOneGraph(seed)
  })

  test.each([
    ['an update of the receiver dropped', ['!.Teller[at] = next]', '!.Teller[at] = c.Teller[at]]'], /Teller\..*differs|step differs/],
    ['a receiver reached twice', ['.reached \\cup {to}', '.reached \\cup {}'], /^answered differs after .*, at deliver\.spread/],
    [
      'a head that is acknowledged without an answer',
      ['/\\ (Key \\in state.answered.Asker)', '/\\ TRUE'],
      /step differs.*\n {2}kernel: has no such step/,
    ],
    [
      'somebody woken who does not wait for it',
      ['THEN (c.woken.nudge \\cup {at}) ELSE (c.woken.nudge \\ {at})', 'THEN c.woken.nudge ELSE (c.woken.nudge \\ {at})'],
      /woken differs|step differs/,
    ],
    [
      'a history that forgets',
      ['THEN (s.times + 1) ELSE s.times) \\in CountDomain) THEN', 'THEN (s.times + 1) ELSE s.times) \\in {}) THEN'],
      /times differs|step differs/,
    ],
  ] as const)('an edit of the model is reported: %s', async (_, edit, reported) => {
    expect(await told(edit)).toMatch(reported)
  })
})
