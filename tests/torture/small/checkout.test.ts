import { expect, test } from 'vitest'
import { torture } from '../run.ts'

/** PayPal for full payments and Stripe for deposits. tests/torture/further has the same with the other providers and more kills. */
test('buyers at PayPal and Stripe with all their faults, the program killed: the audit is clean, no response was false, every charge is ours, and old and forged events change nothing', async () => {
  const replay = { events: 10, times: 5 }
  const { violations, lies, charges, forged, replayed, ...report } = await torture({
    provider: 'paypal',
    checkouts: 40,
    clients: 20,
    seats: 20,
    appKills: 1,
    postgresKills: 0,
    replay,
    seed: 20_261_121,
  })
  // Only these, so that a failure shows nothing else.
  expect({ violations, lies, faults: charges.faults, accepted: forged.accepted, replayed }).toEqual({
    violations: '',
    lies: [],
    faults: [],
    accepted: 0,
    replayed: { posts: replay.events * replay.times, refused: 0, changes: [] },
  })
  expect(Math.min(forged.posts, report.refunds, charges.compared)).toBeGreaterThan(0)
  expect(report.ends.unknown).toBeUndefined()
  expect(report.ends.complete).toBeGreaterThan(6)
  expect(report.taken).toBeLessThanOrEqual(20)
})
