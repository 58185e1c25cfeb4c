import { expect, test } from 'vitest'
import { tortureLearners } from '../learning/run.ts'

/** A slice of `npm run u -- prove torture learning`. */
test('learners in many tabs, refunds and disputes, the program and PostgreSQL killed: no second is lost or invented, one certificate each, and ended addresses stop', async () => {
  const report = await tortureLearners({
    learners: 8,
    tabs: 6,
    reports: 400,
    appKills: 1,
    postgresKills: 1,
    seed: 20_261_123,
  })
  expect(report).toMatchObject({ faults: [], violations: '' })
  expect(Math.min(report.played, report.refused, report.completions)).toBeGreaterThan(0)
}, 900_000)
