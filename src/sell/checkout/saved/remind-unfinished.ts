/** Writes the one e-mail about an unfinished checkout, a day after it was saved. docs/contract §27. */

import { isOfferPayable } from '#catalogue/catalog/awaits-payments.ts'
import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { getCohortWithTitle, getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { toMailbox } from '#domain/contact.ts'
import { getCohortStatus } from '#domain/course.ts'
import { getSeatsLeft } from '#domain/orders/seats.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueOptionalMail } from '#people/mailing/enqueue-optional-mail.ts'
import { isOptedOut } from '#people/mailing/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleAllDue } from '#platform/jobs/handle-each.ts'
import { createUnfinishedMail } from '../mail/unfinished.ts'
import { hasOrdered, listDueSaves, lockDueSave, markDecided, reserveReminder } from '../queries/saved-checkouts.ts'
import { createResumeUrl } from './save-checkout.ts'

const BATCH = 500
const HOUR_MS = 3_600_000
const WAIT_MS = 24 * HOUR_MS
/** A later e-mail would come as a surprise. */
const LATEST_MS = 4 * 24 * HOUR_MS
/** The e-mail is written between these local times of the person. */
const [EARLIEST, LATEST] = ['08:00', '21:00']

type SavedRow = NonNullable<Awaited<ReturnType<typeof lockDueSave>>>

/** Run every ten minutes. Each saved checkout is decided once, in its own transaction. */
export async function remindUnfinished(deps: Deps): Promise<void> {
  const savedBefore = new Date(deps.clock().getTime() - WAIT_MS)
  await handleAllDue(
    deps.log,
    (after) => listDueSaves(deps.db, savedBefore, { after, limit: BATCH }),
    (id) =>
      transact(deps.db, async (tx) => {
        const row = await lockDueSave(tx, id, savedBefore)
        if (row) await decide(deps, tx, row)
      }),
    (savedCheckoutId) => ['no reminder of a saved checkout', { savedCheckoutId }],
  )
}

async function decide(deps: Deps, tx: Tx, row: SavedRow): Promise<void> {
  const now = deps.clock()
  const isLate = now.getTime() - row.saved_at.getTime() > LATEST_MS
  const { localTime } = toZoneTime(now, row.timezone_id)
  if (!isLate && (localTime < EARLIEST || localTime >= LATEST)) return
  const mayMail =
    !isLate &&
    (await isOnSale(deps, tx, row, now)) &&
    !(await hasOrdered(tx, { email: row.email, personId: row.person_id, courseCode: row.course_code })) &&
    !(await isOptedOut(tx, row.email, 'checkout.unfinished')) &&
    (await reserveReminder(tx, toMailbox(row.email), now))
  if (!mayMail) return markDecided(tx, row.id, now, null)
  const token = deps.secrets.newToken()
  await markDecided(tx, row.id, now, deps.secrets.hash(token))
  const cohort = (await getCohortWithTitle(deps, row.cohort_code))!
  const content = createUnfinishedMail({
    name: row.name,
    title: cohort.title,
    seats: row.seats,
    startsAt: cohort.startsAt && formatSessionStart(cohort.startsAt, row.timezone_id),
    url: createResumeUrl(deps, token),
    deleteUrl: createResumeUrl(deps, token).replace('#', '?delete=1#'),
    sender: deps.site.current,
  })
  const person = { id: row.person_id ?? row.id, email: row.email }
  await enqueueOptionalMail(deps, tx, { kind: 'checkout.unfinished', person, about: row.id, content })
}

/** Whether the whole party can still enrol. */
async function isOnSale(deps: Deps, tx: Tx, row: SavedRow, now: Date): Promise<boolean> {
  const course = await getCourseAvailability(deps, row.course_code)
  const cohort = await getCohortForCode(tx, row.cohort_code, now)
  if (!course || course.isExcluded || course.isWithdrawn || cohort?.cohortCode !== row.cohort_code) return false
  const status = getCohortStatus(cohort, now)
  if (status !== 'open' && status !== 'few-seats') return false
  const left = getSeatsLeft(cohort)
  const offer = await getOfferOfCohort(tx, row.cohort_code)
  return (left === null || left >= row.seats) && offer !== null && isOfferPayable(deps, offer, now)
}
