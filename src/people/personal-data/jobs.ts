/** Deletes data past its retention: short-lived rows each hour, everything each night. */
import type { Deps } from '#http/deps.ts'
import { type ExpiryPosition, expire } from './expire.ts'

export async function personalDataJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('personal-data.expire-hourly', (data: Rest) => runExpiry(deps, 'hourly', data))
  await jobs.work('personal-data.expire', (data: Rest) => runExpiry(deps, 'nightly', data))
  await jobs.schedule('personal-data.expire-hourly', '17 * * * *')
  await jobs.schedule('personal-data.expire', '37 3 * * *')
}

type Rest = { start?: ExpiryPosition }

/** Enqueues another job at once if rows are left after a minute. */
async function runExpiry(deps: Deps, frequency: 'hourly' | 'nightly', rest: Rest | null): Promise<void> {
  const name = frequency === 'hourly' ? 'personal-data.expire-hourly' : 'personal-data.expire'
  const start = await expire(deps, frequency, { start: rest?.start })
  if (start) await deps.jobs.enqueue(deps.db, name, { start }, { key: 'rest' })
}
