/**
 * Confirms an enrolment by its mailed link, which proves the address: a free enrolment, or a seat that a friend paid
 * for.
 */
import type { z } from 'zod'
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { plainName } from '#domain/contact.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { findEnrolmentOfLink } from '#learn/enrolments/queries/unconfirmed.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { createWelcomeToken } from '#people/accounts/password/set-password.ts'
import { lockPerson, markEmailVerified, personByEmail } from '#people/accounts/queries/people.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { confirmFreeEnrolment } from '#sell/orders/free-enrolments.ts'
import { findInvitedSeat } from '../queries/invitations.ts'
import { enrolmentOpenedJob } from '../queue.ts'
import type { confirmEnrolment, readConfirmation as readConfirmationCall } from '../wire/enrol.ts'
import { acceptInvitation } from './accept-invitation.ts'

type Confirmation = z.output<(typeof readConfirmationCall)['answers'][200]>['data']
type Opened = z.output<(typeof confirmEnrolment)['answers'][200]>['data']

/** The course of a mailed link, so that its page names the course before the seat is confirmed. Changes nothing. */
export async function readConfirmation(
  deps: Deps,
  input: { token: string; ip: string },
): Promise<Outcome<Confirmation>> {
  const hash = deps.secrets.hash(input.token)
  const free = await findEnrolmentOfLink(deps.db, hash)
  const invited = free ? undefined : await findInvitedSeat(deps.db, hash)
  const seat = free ?? invited
  if (!seat) {
    const wait = await consumeLimit(deps.db, 'emailedLink', input.ip)
    return wait ? refused('RATE_LIMITED', { retryAfter: wait }) : refused('VERIFICATION_INVALID')
  }
  const [cohort, person] = await Promise.all([
    getCohortWithTitle(deps, seat.cohort_code),
    personByEmail(deps.db, seat.email),
  ])
  const hasOwnSeat = invited && person ? await isEnrolled(deps.db, seat.cohort_code, person.id) : false
  return accepted({
    title: cohort?.title ?? seat.cohort_code,
    startsAt: cohort?.startsAt?.toISOString() ?? null,
    timezoneId: cohort?.timezoneId ?? 'UTC',
    invitedBy: invited ? plainName(invited.buyer) : null,
    // A used invitation sets no password, nor does one of a person who has a seat already.
    needsPassword: !person?.password_hash && !invited?.accepted_at && !hasOwnSeat,
  })
}

export async function confirmByLink(deps: Deps, input: { token: string; ip: string }): Promise<Outcome<Opened>> {
  const wait = await consumeLimit(deps.db, 'emailedLink', input.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const opened = await inOneTransaction(deps.db, async (tx) => {
    const hash = deps.secrets.hash(input.token)
    const free = await confirmFreeEnrolment(deps, tx, hash)
    const confirmed = free ?? (await acceptInvitation(deps, tx, hash))
    if (confirmed === 'frozen') return refused('ENROLMENT_FROZEN')
    const person = confirmed && (await lockPerson(tx, confirmed.personId))
    if (!confirmed || !person) return refused('VERIFICATION_INVALID')
    await markEmailVerified(tx, person.id)
    const maySetPassword = !person.password_hash && (free !== null || confirmed.isNew)
    const passwordToken = maySetPassword ? await createWelcomeToken(tx, deps.secrets, person.id) : null
    const enrolmentId = free?.isNew && free.enrolmentId
    if (enrolmentId) await deps.jobs.enqueue(tx, enrolmentOpenedJob, { enrolmentId }, { key: enrolmentId })
    return accepted({ cohortCode: confirmed.cohortCode, passwordToken })
  })
  if (!opened.ok) return opened
  const { cohortCode, passwordToken } = opened.value
  const cohort = await getCohortWithTitle(deps, cohortCode)
  return accepted({
    courseCode: cohortCode,
    passwordToken,
    title: cohort?.title ?? cohortCode,
    startsAt: cohort?.startsAt?.toISOString() ?? null,
    timezoneId: cohort?.timezoneId ?? 'UTC',
    portalUrl: cohort ? getRoomPath(cohort.courseCode) : '/portal',
  })
}
