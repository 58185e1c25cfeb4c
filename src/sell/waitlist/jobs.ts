/** The jobs of waitlists. Each calls a function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { runEach } from '#platform/jobs/run-each.ts'
import { endClosedWaitlists } from './end-closed-waitlists.ts'
import { expireOffers } from './end-offers.ts'
import { giveDueOffers, giveOffers } from './give-offers.ts'
import { writeConfirmation, writeOffer } from './waitlist-emails.ts'

export async function registerWaitlistJobs(deps: Deps): Promise<void> {
  const { jobs, changes } = deps
  await jobs.work('waitlist.joined', (data: { entryId: number; mailId: string }) => writeConfirmation(deps, data))
  await jobs.work('waitlist.offered', (data: { offerId: string }) => writeOffer(deps, data))
  await jobs.work('seat.released', (data: { cohortCode: string }) => giveOffers(deps, data.cohortCode))
  await jobs.work('waitlist.check', () =>
    runEach(deps.log, {
      expireOffers: () => expireOffers(deps),
      giveDueOffers: () => giveDueOffers(deps),
      endClosedWaitlists: () => endClosedWaitlists(deps),
    }),
  )
  await jobs.schedule('waitlist.check', '* * * * *')
  const enqueue = (name: 'seat.released' | 'waitlist.check', data: object, key: string) =>
    jobs.enqueue(deps.db, name, data, { key }).catch((error) => logFailure(deps.log, error, 'a job was not enqueued'))
  // The database announces released seats at the commit. The check each minute finds those that nobody heard of.
  changes.listen(
    'seat_released',
    (cohortCode) => void enqueue('seat.released', { cohortCode }, cohortCode),
    () => {},
  )
}
