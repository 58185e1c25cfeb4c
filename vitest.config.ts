import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const tests = globSync('{src,tools}/**/*.test.{ts,tsx}')

/** A test file that imports from `tests/world` gets a database. */
const needsDatabase = (file: string) => /from '[./]+\/tests\/world\//.test(readFileSync(file, 'utf8'))

const options = {
  setupFiles: ['tests/support/laws.ts'],
  // Modules are loaded once per worker, which is most of the time that a small test file takes.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // Vitest leaves one core of two unused.
  maxWorkers: 2,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: tests.filter((file) => !needsDatabase(file)),
          sequence: { groupOrder: 0 },
          ...options,
        },
      },
      {
        test: {
          name: 'database',
          include: tests.filter(needsDatabase),
          globalSetup: ['tests/world/postgres.ts'],
          sequence: { groupOrder: 1 },
          ...options,
        },
      },
    ],
  },
})
