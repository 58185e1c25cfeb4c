import { defineConfig } from 'vitest/config'

/** Journeys and torture: against the program as a person starts it, one after the other. */
export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts', 'tests/torture/*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
