import { defineConfig } from 'vitest/config'

/**
 * Whole stories, the tortures' small slice, and what no other test sees run with every `npm test`. These
 * prove a part each, most of which is proved without a browser too: `npm run journeys` walks them as well.
 */
const FURTHER = [
  'catalogue',
  'chat',
  'comfort',
  'consent',
  'country',
  'fault-pages',
  'local-prices',
  'markets',
  'print',
  'quick-enrol',
  'second-factor',
  'shared-links',
  'social-chooser',
  'stripe',
  'way-back',
  'wishes',
  'workshop',
  'zones',
]

/**
 * Against the program as a person starts it. Journeys go one after the other: tabs that talk to each other
 * have little time. The tortures mostly wait, for what hangs and for what was killed: two of them at a time.
 */
const timeouts = { testTimeout: 240_000, hookTimeout: 240_000 }
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'journeys',
          include: ['tests/browser/*.test.ts'],
          exclude: process.env.JOURNEYS === 'all' ? [] : FURTHER.map((name) => `tests/browser/${name}.test.ts`),
          fileParallelism: false,
          sequence: { groupOrder: 0 },
          ...timeouts,
        },
      },
      {
        test: {
          name: 'torture',
          include: ['tests/torture/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
    ],
  },
})
