/**
 * Ends the waitlist of a cohort that will not take place, with one e-mail to each confirmed person. docs/contract §4.
 */

import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { endUnconfirmedEntries, getEntry } from '#catalogue/leads/queries/waitlist.ts'
import { plainName } from '#domain/contact.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { endEntry } from './end-offers.ts'
import { createClosedMail } from './mail/waitlist.ts'
import { listEntriesOfClosedCohorts } from './queries.ts'

const BATCH = 200

/** A repeat sends nothing. An entry whose offered seats an order uses waits until the order has ended. */
export async function endClosedWaitlists(deps: Deps): Promise<void> {
  await endUnconfirmedEntries(deps.db, deps.clock())
  await handleEach(
    deps.log,
    await listEntriesOfClosedCohorts(deps.db, BATCH),
    (entryId) => endClosedEntry(deps, entryId),
    (entryId) => ['a waitlist entry was not ended', { entryId }],
  )
}

async function endClosedEntry(deps: Deps, entryId: number): Promise<void> {
  const entry = await getEntry(deps.db, entryId)
  const cohort = entry && (await getCohortWithTitle(deps, entry.cohort_code))
  if (!entry || !cohort) return
  const timezoneId = entry.timezone_id ?? cohort.timezoneId
  const mail = createClosedMail({
    name: plainName(entry.name),
    title: cohort.title,
    startsAt: cohort.startsAt && formatSessionStart(cohort.startsAt, timezoneId),
    courseUrl: new URL(`/c/${cohort.courseCode}`, deps.config.publicUrl).href,
    sender: deps.site.current,
  })
  await transact(deps.db, async (tx) => {
    if (!(await endEntry(tx, entryId, deps.clock()))) return
    await enqueueMail(tx, deps.jobs, { dedupeKey: `waitlist-closed:${entryId}`, to: entry.email, timezoneId, ...mail })
  })
}
