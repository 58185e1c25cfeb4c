/** Gives a place away: an order over nothing, complete at once, that never meets a provider. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { personForEmail } from '#features/accounts/queries/people.ts'
import { offerFor } from '#features/catalog/catalogue.ts'
import { holdSeats, seat } from '#features/enrolments/seats.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { addLine, addOrder, completeOrder } from './queries/orders.ts'
import { addPayment } from './queries/payments.ts'

export type Guest = { email: string; name: string; timezoneId: string }

export async function giveSeat(
  deps: Deps,
  courseCode: string,
  guest: Guest,
): Promise<Outcome<{ enrolmentId: string }>> {
  const offer = await offerFor(deps.db, courseCode)
  if (!offer) return refused('OFFER_NOT_FOUND')
  const { currency } = offer.price.price

  return inOneTransaction(deps.db, async (tx) => {
    const person = await personForEmail(tx, { ...guest, phoneNumber: null })
    const order = await addOrder(tx, {
      course_code: courseCode,
      offer_code: offer.offerCode,
      payment_type: 'full',
      seats: 1,
      currency,
      subtotal_minor: 0,
      total_minor: 0,
      email: guest.email,
      name: guest.name,
      timezone_id: guest.timezoneId,
      person_id: person.id,
      terms_accepted_at: deps.clock(),
    })
    if (!order) return refused('IDEMPOTENCY_IN_FLIGHT')
    await addLine(tx, { order_id: order.id, position: 0, kind: 'seats', label: 'Complimentary place', amount_minor: 0 })
    await addPayment(tx, {
      order_id: order.id,
      attempt: 1,
      method: 'none',
      provider: 'none',
      state: 'complete',
      amount_minor: 0,
      currency,
    })
    if (!(await holdSeats(tx, { orderId: order.id, courseCode, seats: 1 }))) return refused('SEATS_TAKEN')
    const seated = await seat(tx, { orderId: order.id, courseCode, seats: 1, personId: person.id })
    if (typeof seated === 'string') return refused('ALREADY_ENROLLED')
    await completeOrder(tx, order.id, person.id)
    return accepted(seated)
  })
}
