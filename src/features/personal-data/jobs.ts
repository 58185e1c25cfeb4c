/** Deletes what is past its retention: short-lived rows each hour, everything each night. */
import type { Deps } from '#http/deps.ts'
import { expire } from './expire.ts'

export async function personalDataJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('personal-data.expire-hourly', () => run(deps, 'hourly'), 'for-nobody')
  await jobs.work('personal-data.expire', () => run(deps, 'nightly'), 'for-nobody')
  await jobs.schedule('personal-data.expire-hourly', '17 * * * *')
  await jobs.schedule('personal-data.expire', '37 3 * * *')
}

/** What is left after a minute is taken up at once by another job. */
async function run(deps: Deps, often: 'hourly' | 'nightly'): Promise<void> {
  const name = often === 'hourly' ? 'personal-data.expire-hourly' : 'personal-data.expire'
  if (!(await expire(deps, often))) await deps.jobs.enqueue(deps.db, name, {}, { key: 'rest' })
}
