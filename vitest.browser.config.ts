/** Tests of the whole program as a person starts it. CONTRIBUTING.md says which projects `npm test` and `prove` run. */
import { defineConfig } from 'vitest/config'

/** Generous, because a slow machine is no fault. A test that waits for a promised time says so itself. */
const waits = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

/** Two at a time, each with its own servers, browsers, ports and data folders. */
const shared = { globalSetup: ['tests/world/ready-folder.ts'], maxWorkers: 2, ...waits }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'http',
          include: ['tests/http/*.test.ts'],
          // The files of a worker share its modules, and with them one server: `tests/support/http-test.ts`.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'stories',
          include: ['tests/browser/stories/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'further-journeys',
          include: ['tests/browser/further/*.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...shared,
          name: 'small-torture',
          include: ['tests/torture/small/*.test.ts'],
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...shared,
          name: 'further-torture',
          include: ['tests/torture/further/*.test.ts'],
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
