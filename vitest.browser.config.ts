import { defineConfig } from 'vitest/config'

/** Journeys and torture: against the program as a person starts it. Two at a time: most of a journey is waiting. */
export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts', 'tests/torture/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
