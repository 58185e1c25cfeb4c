/**
 * Opens a place by its mailed link, which proves the address: what was taken in its name, or paid for by a
 * friend, is now its owner's.
 */
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { lockPerson, proveAddress } from '#features/accounts/queries/people.ts'
import { welcomeToken } from '#features/accounts/set-password.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import { confirmPlace } from '#features/enrolments/free-places.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { acceptInvitation } from './accept-invitation.ts'
import type { confirmEnrolment } from './wire/enrol.ts'

type Opened = z.output<(typeof confirmEnrolment)['answers'][200]>['data']

export async function openPlace(deps: Deps, given: { token: string; ip: string }): Promise<Outcome<Opened>> {
  const wait = await consumeLimit(deps.db, 'mailedLink', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const opened = await inOneTransaction(deps.db, async (tx) => {
    const hash = deps.secrets.hash(given.token)
    const free = await confirmPlace(tx, hash)
    const place = free ?? (await acceptInvitation(deps, tx, hash))
    if (place === 'frozen') return refused('ENROLMENT_FROZEN')
    const person = place && (await lockPerson(tx, place.personId))
    if (!place || !person) return refused('VERIFICATION_INVALID')
    await proveAddress(tx, person.id)
    const maySetPassword = !person.password_hash && (free !== null || place.isNew)
    const passwordToken = maySetPassword ? await welcomeToken(tx, deps.secrets, person.id) : null
    const enrolmentId = free?.isNew && free.enrolmentId
    if (enrolmentId) await deps.jobs.enqueue(tx, 'enrolment.opened', { enrolmentId }, { key: enrolmentId })
    return accepted({ courseCode: place.courseCode, passwordToken })
  })
  if (!opened.ok) return opened
  const { courseCode, passwordToken } = opened.value
  const cohort = await getCohortWithTitle(deps, courseCode)
  return accepted({
    courseCode,
    passwordToken,
    title: cohort?.title ?? courseCode,
    startsAt: cohort?.startsAt?.toISOString() ?? null,
    timezoneId: cohort?.timezoneId ?? 'UTC',
    portalUrl: `/portal#${courseCode}`,
  })
}
