import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts'],
    setupFiles: ['tests/support/laws.ts'],
    globalSetup: ['tests/world/postgres.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Vitest leaves one core of two unused.
    maxWorkers: 2,
  },
})
