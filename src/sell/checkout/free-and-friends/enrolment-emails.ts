/** The e-mails about a free enrolment. A dedupe key makes each of them be sent once. */

import { createCalendarFile } from '#catalogue/catalog/calendar/calendar.ts'
import { formatSessionStart, loadOtherHours } from '#catalogue/catalog/calendar/session-start.ts'
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { describeAccessEnd } from '#domain/learning/access-term.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { addEnrolmentLink } from '#learn/enrolments/queries/unconfirmed.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { hasMail } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { getActiveEnrolment, getUnconfirmed } from '#sell/orders/queries/enrolments.ts'
import { type PlaceFacts, placeAskedMail, placeKnownMail, welcomeMail } from '../mail/place.ts'

type EnrolmentRow = { cohort_code: string; name: string; timezone_id: string }

/**
 * Asks the owner of the address to confirm the enrolment. A person who is enrolled already gets an e-mail that says so.
 */
export async function writePlaceAsked(deps: Deps, input: { enrolmentId: string; askId: string }): Promise<void> {
  const enrolment = await getUnconfirmed(deps.db, input.enrolmentId)
  if (!enrolment?.expires_at) return
  const facts = await loadFacts(deps, enrolment)
  const until = toZoneTime(enrolment.expires_at, enrolment.timezone_id).displayText
  await transact(deps.db, async (tx) => {
    const dedupeKey = `place-asked:${enrolment.id}:${input.askId}` as const
    if (await hasMail(tx, dedupeKey)) return
    if (await isEnrolled(tx, enrolment.cohort_code, enrolment.person_id)) {
      const words = placeKnownMail(facts)
      return enqueueMail(tx, deps.jobs, { dedupeKey, to: enrolment.email, ...words })
    }
    const token = deps.secrets.newToken()
    await addEnrolmentLink(tx, deps.secrets.hash(token), enrolment.id)
    const words = placeAskedMail({ ...facts, until, url: linkTo(deps, '/confirm-enrolment', token) })
    return enqueueMail(tx, deps.jobs, { dedupeKey, to: enrolment.email, ...words })
  })
}

/** Sends the welcome e-mail with the dates as a calendar file. */
export async function writeWelcome(deps: Deps, { enrolmentId }: { enrolmentId: string }): Promise<void> {
  const enrolment = await getActiveEnrolment(deps.db, enrolmentId)
  if (!enrolment) return
  const [facts, calendar] = await Promise.all([
    loadFacts(deps, enrolment),
    createCalendarFile(deps.db, enrolment.cohort_code, deps.config.publicUrl),
  ])
  const words = welcomeMail({
    ...facts,
    accessTerm: describeAccessEnd(enrolment.access_ends_at, enrolment.timezone_id),
  })
  await transact(deps.db, (tx) =>
    enqueueMail(tx, deps.jobs, {
      dedupeKey: `welcome:${enrolmentId}`,
      to: enrolment.email,
      ...words,
      attachments: calendar ? [calendar] : [],
    }),
  )
}

async function loadFacts(
  deps: Deps,
  { cohort_code: cohortCode, name, timezone_id: zone }: EnrolmentRow,
): Promise<PlaceFacts> {
  const cohort = await getCohortWithTitle(deps, cohortCode)
  return {
    name,
    courseTitle: cohort?.title ?? cohortCode,
    instructor: cohort?.instructor ?? '',
    firstSession: cohort?.startsAt ? formatSessionStart(cohort.startsAt, zone) : null,
    otherHours: await loadOtherHours(deps.db, cohortCode, zone),
    roomUrl: linkTo(deps, cohort ? getRoomPath(cohort.courseCode) : '/portal'),
    sender: deps.site.current,
  }
}

/** The secret is behind the #, so no server log and no Referer header holds it. */
function linkTo({ config }: Pick<Deps, 'config'>, path: string, token?: string): string {
  return `${new URL(path, config.publicUrl).href}${token ? `#token=${token}` : ''}`
}
