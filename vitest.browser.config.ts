import { defineConfig } from 'vitest/config'

/**
 * `npm test` runs the complete journeys, a part of the torture, and everything that no other test covers. The journeys
 * below prove one part each, most of which a test without a browser proves too. CI and `npm run u -- journeys` run them.
 */
const FURTHER = [
  'catalogue',
  'certificates',
  'chat',
  'comfort',
  'consent',
  'country',
  'fault-pages',
  'hostile-texts',
  'interest-forms',
  'live-session',
  'local-prices',
  'markets',
  'odd-films',
  'player',
  'player-iphone',
  'player-streams',
  'print',
  'quick-enrol',
  'second-factor',
  'shared-links',
  'social-chooser',
  'stripe',
  'way-back',
  'workshop',
  'zones',
]

/** Generous, because a slow machine is no fault. A test that waits for a promised time says so itself. */
const waits = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

/**
 * The tests use the program as a person starts it. Journeys run one after the other, because tabs that talk to each
 * other have little time. Torture tests mostly wait for delays and restarts, so two run at a time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'journeys',
          include: ['tests/browser/*.test.ts'],
          exclude: process.env.JOURNEYS === 'all' ? [] : FURTHER.map((name) => `tests/browser/${name}.test.ts`),
          globalSetup: ['tests/world/ready-folder.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 0 },
          ...waits,
        },
      },
      {
        test: {
          name: 'torture',
          include: ['tests/torture/*.test.ts'],
          globalSetup: ['tests/world/ready-folder.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...waits,
        },
      },
    ],
  },
})
