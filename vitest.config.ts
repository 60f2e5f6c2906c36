import { defineConfig } from 'vitest/config'

// `npm test` runs *.test.ts; `npm run test:slow` (mode slow) runs *.slow.test.ts. The machine has two cores.
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'slow' ? ['test/**/*.slow.test.ts'] : ['test/**/*.test.ts'],
    exclude: mode === 'slow' ? [] : ['test/**/*.slow.test.ts'],
    reporters: ['default', './test/reporter.ts'],
    testTimeout: mode === 'slow' ? 600_000 : 30_000,
    hookTimeout: mode === 'slow' ? 600_000 : 60_000,
    // A process for each core, and each file in one that has read the code before: to read it anew took nearly half of all the time.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    setupFiles: ['./test/setup.ts'],
    passWithNoTests: mode === 'slow',
  },
}))
