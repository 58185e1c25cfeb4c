import { expect, test } from 'vitest'
import { RIGS } from '../rigs.ts'
import { torture } from '../run.ts'

const USUAL = { checkouts: 80, seats: 40, postgresKills: 1, replay: { events: 20, times: 25 } }
const SHORT = { checkouts: 40, seats: 20, postgresKills: 0, replay: { events: 10, times: 25 } }

/** A slice of `npm run u -- prove torture`, the same faults each time. */
test.concurrent.each(RIGS)(
  '%s at its worst, its processes killed: the audit is clean, no response was false, every charge is ours, and old and forged events change nothing',
  async (provider) => {
    const size = provider === 'paypal' ? SHORT : USUAL
    const report = await torture({ provider, clients: 20, appKills: 1, seed: 20_261_121, ...size })
    const { violations, lies, charges, forged, replayed } = report
    // Only these, so that a failure shows nothing else.
    expect({ violations, lies, faults: charges.faults, accepted: forged.accepted, replayed }).toEqual({
      violations: '',
      lies: [],
      faults: [],
      accepted: 0,
      replayed: { posts: size.replay.events * size.replay.times, refused: 0, changes: [] },
    })
    expect(Math.min(report.forged.posts, report.refunds, report.charges.compared)).toBeGreaterThan(0)
    expect(report.ends.unknown).toBeUndefined()
    expect(report.ends.complete).toBeGreaterThan(size.seats / 3)
    if (size === USUAL) expect(Math.min(...Object.values(report.kinds))).toBeGreaterThan(0)
    expect(report.taken).toBeLessThanOrEqual(size.seats)
  },
  900_000,
)
