import { expect, test } from 'vitest'
import { torture } from './run.ts'

/** A slice of `npm run u -- torture`, the same faults each time. */
test.concurrent.each(['sandbox', 'stripe'] as const)(
  '%s at its worst, the program and PostgreSQL killed: the audit is clean, nobody was told a lie, and old news changes nothing',
  async (provider) => {
    const report = await torture({
      provider,
      checkouts: 80,
      clients: 20,
      seats: 40,
      appKills: 1,
      postgresKills: 1,
      replay: { events: 20, times: 25 },
      seed: 20_261_121,
    })
    expect(report).toMatchObject({ violations: '', lies: [], replayed: { posts: 500, refused: 0, changed: false } })
    expect(report.ends.unknown).toBeUndefined()
    expect(report.ends.complete).toBeGreaterThan(15)
    expect(Math.min(...Object.values(report.kinds))).toBeGreaterThan(0)
    expect(report.taken).toBeLessThanOrEqual(40)
  },
  480_000,
)
