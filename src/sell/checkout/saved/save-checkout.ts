/** Saves a checkout with the person's agreement, reads it and deletes it by its token. docs/contract §27. */

import { getCohortWithTitle, getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { getCohortStatus } from '#domain/course.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { addSaved, deleteSaved, deleteSavedTo, findSaved, updateSaved } from '../queries/saved-checkouts.ts'
import type { SaveBody, SavedCheckout } from '../wire/saved.ts'

const SAVED_DAYS = 14
const DAY_MS = 86_400_000

type Saved = { token: string; url: string; expiresAt: string }

/** A repeat with the token of an earlier save replaces it. An unknown token makes a new one. */
export async function saveCheckout(deps: Deps, actor: Actor, body: SaveBody, ip: string): Promise<Outcome<Saved>> {
  const person = actor.kind === 'person' ? await personById(deps.db, actor.personId) : undefined
  const email = person?.email ?? body.email
  if (!email) return refused('FIELD_INVALID', { fields: { email: 'Email is required' } })
  const wait = await consumeLimit(deps.db, 'savedCheckout', person?.id ?? ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const now = deps.clock()
  const cohort = await getCohortForCode(deps.db, body.courseCode, now)
  const course = cohort && (await getCourseAvailability(deps, cohort.courseCode))
  if (!cohort || !course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')
  const offer = await getOfferOfCohort(deps.db, cohort.cohortCode, body.offerCode)
  if (!offer) return refused('OFFER_NOT_FOUND')
  const row = {
    course_code: cohort.courseCode,
    cohort_code: cohort.cohortCode,
    offer_code: offer.offerCode,
    person_id: person?.id ?? null,
    email,
    name: person?.name ?? body.name,
    phone_number: body.phoneNumber || null,
    timezone_id: body.timezoneId,
    seats: body.seats,
    friends: JSON.stringify(body.friends.slice(0, body.seats - 1)),
    payment_type: body.paymentType,
    saved_at: now,
  }
  const hash = body.token === undefined ? null : deps.secrets.hash(body.token)
  // A day later an e-mail goes to the address. A typed one counts once, not with each change of its checkout.
  const isCounted = person !== undefined || (hash !== null && (await findSaved(deps.db, hash))?.email === email)
  const mailWait = isCounted ? null : await consumeLimit(deps.db, 'emailPerClient', ip)
  if (mailWait) return refused('RATE_LIMITED', { retryAfter: mailWait })
  const isReplaced = hash !== null && (await updateSaved(deps.db, hash, row))
  const token = isReplaced ? body.token! : deps.secrets.newToken()
  if (!isReplaced) await addSaved(deps.db, { ...row, created_at: now, token_hash: deps.secrets.hash(token) })
  return accepted({
    token,
    url: createResumeUrl(deps, token),
    expiresAt: new Date(now.getTime() + SAVED_DAYS * DAY_MS).toISOString(),
  })
}

/** The token is in the fragment, so that it never reaches a server log or a Referer header. */
export function createResumeUrl({ config }: Pick<Deps, 'config'>, token: string): string {
  return `${new URL('/saved-checkout', config.publicUrl).href}#token=${token}`
}

type ByToken = { token: string; ip: string }

export async function readSavedCheckout(deps: Deps, { token, ip }: ByToken): Promise<Outcome<SavedCheckout>> {
  const now = deps.clock()
  const hash = deps.secrets.hash(token)
  const row = await findSaved(deps.db, hash)
  if (!row || row.saved_at.getTime() + SAVED_DAYS * DAY_MS <= now.getTime()) return refuseGuess(deps, ip)
  const [cohort, course] = await Promise.all([
    getCohortForCode(deps.db, row.cohort_code, now),
    getCohortWithTitle(deps, row.cohort_code),
  ])
  const offer =
    (await getOfferOfCohort(deps.db, row.cohort_code, row.offer_code)) ??
    (await getOfferOfCohort(deps.db, row.cohort_code))
  if (!cohort || !course) return refused('VERIFICATION_INVALID')
  const status = getCohortStatus(cohort, now)
  // A guest may have typed the address of somebody else, who must not learn the friends and the phone number.
  const isStrangers = row.person_id === null && row.mail_token_hash?.equals(hash) === true
  const isOnSale = offer !== null && (status === 'open' || status === 'few-seats')
  return accepted({
    courseCode: row.cohort_code,
    offerCode: offer?.offerCode ?? row.offer_code,
    title: course.title,
    startsAt: course.startsAt?.toISOString() ?? null,
    timezoneId: course.timezoneId,
    email: row.email,
    name: row.name,
    phoneNumber: isStrangers ? '' : (row.phone_number ?? ''),
    seats: row.seats,
    friends: isStrangers ? [] : (row.friends as SavedCheckout['friends']),
    paymentType: row.payment_type,
    state: isOnSale ? 'open' : status === 'full' ? 'full' : 'closed',
  })
}

/** The link of an e-mail proves the address, so it deletes every saved checkout of the address. A repeat changes nothing. */
export async function deleteSavedCheckout(deps: Deps, { token, ip }: ByToken): Promise<Outcome<null>> {
  const hash = deps.secrets.hash(token)
  return inOneTransaction(deps.db, async (tx) => {
    const row = await findSaved(tx, hash)
    if (row?.mail_token_hash?.equals(hash)) await deleteSavedTo(tx, row.email)
    else if (row) await deleteSaved(tx, row.id)
    else {
      const wait = await consumeLimit(deps.db, 'emailedLink', ip)
      if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
    }
    return accepted(null)
  })
}

async function refuseGuess({ db }: Pick<Deps, 'db'>, ip: string): Promise<Outcome<never>> {
  const wait = await consumeLimit(db, 'emailedLink', ip)
  return wait ? refused('RATE_LIMITED', { retryAfter: wait }) : refused('VERIFICATION_INVALID')
}
