/** Gives a seat away: a free order, which is complete at once and never reaches a provider. */

import { getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { zero } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getOrCreatePerson } from '#people/accounts/queries/people.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { createOrder } from '#sell/orders/create-order.ts'
import { enrolForFree } from '#sell/orders/free-enrolments.ts'

export type Guest = { email: string; name: string; timezoneId: string }

export async function giveSeat(
  deps: Deps,
  cohortCode: string,
  guest: Guest,
): Promise<Outcome<{ enrolmentId: string }>> {
  const offer = await getOfferOfCohort(deps.db, cohortCode)
  if (!offer) return refused('OFFER_NOT_FOUND')
  const { currency } = offer.price.price

  return inOneTransaction(deps.db, (tx) =>
    giveSeatIn(deps, tx, { cohortCode, offerCode: offer.offerCode, currency }, guest),
  )
}

type FreeSeat = { cohortCode: string; offerCode: string; currency: string }

/** In the caller's transaction. */
export async function giveSeatIn(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { cohortCode, offerCode, currency }: FreeSeat,
  guest: Guest,
): Promise<Outcome<{ enrolmentId: string; personId: string }>> {
  const person = await getOrCreatePerson(tx, { ...guest, phoneNumber: null })
  const created = await createOrder(tx, {
    product: { kind: 'cohort', cohortCode, offerCode, seats: 1 },
    price: { currency, subtotal_minor: 0, total_minor: 0 },
    lines: [{ kind: 'seats', label: 'Complimentary place', amount: zero(currency) }],
    payment: { kind: 'free' },
    buyer: { ...guest, personId: person.id },
    acceptedTermsAt: deps.clock(),
  })
  const seat = { orderId: created!.order.id, cohortCode, personId: person.id, seats: 1 }
  const enrolled = await enrolForFree(tx, seat, 'ignore')
  return enrolled.ok ? accepted({ ...enrolled.value, personId: person.id }) : enrolled
}
