import { defineConfig } from 'vitest/config'

/**
 * Whole stories, the tortures' small slice, and what no other test sees run with every `npm test`. These
 * prove a part each, most of which is proved without a browser too: `npm run journeys` walks them as well.
 */
const FURTHER = [
  'catalogue',
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
  'wishes',
  'workshop',
  'zones',
]

/** Against the program as a person starts it, one after the other: tabs that talk to each other have little time. */
export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts', 'tests/torture/*.test.ts'],
    exclude: process.env.JOURNEYS === 'all' ? [] : FURTHER.map((name) => `tests/browser/${name}.test.ts`),
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
