import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Ends a run with `N passed, N failed`, alone on its line; under `test/run.mjs` it hands the two numbers over instead. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandled.length }
    for (const module of modules) {
      // A file that did not load has errors and no tests.
      counts.failed += module.errors().length
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') counts.passed += 1
        // A skipped test is a promise that was not kept.
        else counts.failed += 1
      }
    }
    const file = process.env['PAWL_COUNTS']
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts))
    else process.on('exit', () => process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`))
  }
}
