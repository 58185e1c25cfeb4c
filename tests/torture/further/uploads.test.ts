import { expect, test } from 'vitest'
import { tortureUploads } from '../uploads/run.ts'

/** A slice of `npm run u -- prove torture uploads`. */
test('uploads that break off, in two tabs and two processes, with kills and a full disk: each file is whole or failed, and the storage adds up', async () => {
  const report = await tortureUploads({ uploads: 24, teachers: 3, kills: 3, seed: 20_261_124 })
  expect(report).toMatchObject({ faults: [], violations: '', kills: { app: 3, fullDisk: 1 } })
  expect(Math.min(report.stored, report.breaks)).toBeGreaterThan(0)
}, 900_000)
