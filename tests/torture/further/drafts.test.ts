import { expect, test } from 'vitest'
import { tortureDrafts } from '../drafts/run.ts'

/** A slice of `npm run u -- prove torture drafts`. */
test('text that the server has acknowledged is in the draft, or was read by the person who replaced it, with kills and lost connections', async () => {
  const report = await tortureDrafts({ editors: 4, saves: 150, kills: 3, seed: 20_261_128 })
  expect(report).toMatchObject({ faults: [], violations: '', kills: { app: 2, postgres: 1 } })
  expect(Math.min(report.conflicts, report.lost)).toBeGreaterThan(0)
}, 600_000)
