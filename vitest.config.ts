import { defineConfig } from 'vitest/config'

// `npm test` runs *.test.ts; `npm run test:slow` (mode slow) runs *.slow.test.ts. The machine has two cores.
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'slow' ? ['test/**/*.slow.test.ts'] : ['test/**/*.test.ts'],
    exclude: mode === 'slow' ? [] : ['test/**/*.slow.test.ts'],
    reporters: ['default', './test/reporter.ts'],
    testTimeout: mode === 'slow' ? 600_000 : 30_000,
    hookTimeout: mode === 'slow' ? 600_000 : 60_000,
    // Each file runs in a process that has read the code before: to read it anew took nearly half of all the time.
    pool: 'forks',
    isolate: false,
    // Of two cores one would wait half of the time for processes that tests start. The long ones keep both at work.
    maxWorkers: mode === 'slow' ? 2 : 3,
    setupFiles: ['./test/setup.ts'],
    passWithNoTests: mode === 'slow',
  },
}))
