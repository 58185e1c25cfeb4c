/** The jobs of waitlists. Each calls a function that is safe to run twice. */
import { waitlistJoinedJob } from '#catalogue/leads/queue.ts'
import type { Deps } from '#http/deps.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { runEach } from '#platform/jobs/run-each.ts'
import { endClosedWaitlists } from './end-closed-waitlists.ts'
import { expireOffers } from './end-offers.ts'
import { giveDueOffers, giveOffers } from './give-offers.ts'
import { seatReleasedJob, waitlistCheckJob, waitlistOfferedJob } from './queue.ts'
import { writeConfirmation, writeOffer } from './waitlist-emails.ts'

export const waitlistJobs = (deps: Deps): JobHandler[] => [
  handleJob(waitlistJoinedJob, (joined) => writeConfirmation(deps, joined)),
  handleJob(waitlistOfferedJob, (offered) => writeOffer(deps, offered)),
  handleJob(seatReleasedJob, ({ cohortCode }) => giveOffers(deps, cohortCode)),
  handleJob(waitlistCheckJob, () =>
    runEach(deps.log, {
      expireOffers: () => expireOffers(deps),
      giveDueOffers: () => giveDueOffers(deps),
      endClosedWaitlists: () => endClosedWaitlists(deps),
    }),
  ),
]

/**
 * The database announces released seats at the commit. The check each minute finds those that nobody heard of.
 *
 * @param isPaused while it is true, announcements are left to that check
 */
export function enqueueReleasedSeats({ db, jobs, changes, log }: Deps, isPaused: () => boolean): void {
  changes.listen(
    'seat_released',
    (cohortCode) => {
      if (isPaused()) return
      jobs
        .enqueue(db, seatReleasedJob, { cohortCode }, { key: cohortCode })
        .catch((error) => logFailure(log, error, 'a job was not enqueued'))
    },
    () => {},
  )
}
