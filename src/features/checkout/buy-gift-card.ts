/** Buys a gift card for somebody. Paid like any order; its code is made when it is delivered. Contract §5. */
import { amountFault, GIFT_CARD_CODE, MINUTES_TO_PAY, sendingTime } from '#domain/gift-card.ts'
import { fromDecimal, type Money } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { holdPerson, personById } from '#features/accounts/queries/people.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { holderOf } from './client-of.ts'
import { closeOrder, yieldOrder } from './end-order.ts'
import { openIntent } from './intent.ts'
import { addPurchase, ensureGiftCardsAreSold } from './queries/gift-cards.ts'
import { addCheckoutToken, addLine, addOrder, openOrderOf } from './queries/orders.ts'
import { addPayment } from './queries/payments.ts'
import type { GiftCardBody } from './wire/gift-card.ts'
import type { Placed } from './wire.ts'

/** What the provider is charged in. Price rule 8. */
const CURRENCY = 'USD'

export async function buyGiftCard(deps: Deps, actor: Actor, body: GiftCardBody, ip: string): Promise<Outcome<Placed>> {
  const { gateway } = deps
  // A gift card cannot buy a gift card (price rule 5).
  if (!gateway || body.paymentMethod !== 'card') return refused('METHOD_NOT_AVAILABLE')
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const checked = await check(deps, actor, body)
  if (!checked.ok) return checked
  const { email, name, personId, amount, sendAt } = checked.value
  const { client, limitKey } = holderOf(deps, actor, body.clientKey, ip)
  // One person may buy two gift cards at once.
  const buyer = { client, isKeyed: false }
  const before = await openOrderOf(deps.db, GIFT_CARD_CODE, email, buyer)
  if (before && !(await yieldOrder(deps, gateway, before.id))) return refused('PAYMENT_IN_HAND')

  const checkoutToken = deps.secrets.newToken()
  const placed = await inOneTransaction(deps.db, async (tx) => {
    if (personId && !(await holdPerson(tx, personId))) return refused('TOKEN_INVALID')
    await ensureGiftCardsAreSold(tx, CURRENCY)
    const open = await openOrderOf(tx, GIFT_CARD_CODE, email, buyer)
    if (open && !(await closeOrder(tx, open.id, 'superseded'))) return refused('PAYMENT_IN_HAND')
    const order = await addOrder(tx, {
      course_code: GIFT_CARD_CODE,
      offer_code: GIFT_CARD_CODE,
      payment_type: 'full',
      seats: 1,
      currency: CURRENCY,
      subtotal_minor: amount.minor,
      total_minor: amount.minor,
      email,
      name,
      client,
      limit_key: limitKey,
      timezone_id: body.timezoneId ?? 'UTC',
      person_id: personId,
      terms_accepted_at: deps.clock(),
      attribution: JSON.stringify(body.attribution ?? {}),
    })
    if (!order)
      return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'the same buyer is buying one right now' })
    const label = `Gift card for ${body.recipient.name}`
    await addLine(tx, { order_id: order.id, position: 0, kind: 'gift-card', label, amount_minor: amount.minor })
    await addPurchase(tx, {
      order_id: order.id,
      amount_minor: amount.minor,
      recipient_name: body.recipient.name,
      recipient_email: body.recipient.email,
      message: body.message ?? '',
      send_at: sendAt,
    })
    const payment = await addPayment(tx, {
      order_id: order.id,
      attempt: 1,
      method: 'card',
      provider: gateway.provider,
      amount_minor: amount.minor,
      currency: CURRENCY,
    })
    await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), order.id)
    const startAfter = new Date(deps.clock().getTime() + MINUTES_TO_PAY * 60_000)
    await deps.jobs.enqueue(tx, 'order.lapse', { orderId: order.id }, { key: order.id, startAfter })
    return accepted(payment)
  })
  if (!placed.ok) return placed

  const { clientSecret } = await openIntent(deps, gateway, placed.value)
  const { id: paymentId, order_id: orderId } = placed.value
  return accepted({ orderId, paymentId, checkoutToken, clientSecret, provider: gateway.provider, holdExpiresAt: null })
}

type Checked = { email: string; name: string; personId: string | null; amount: Money; sendAt: Date }

async function check(deps: Deps, actor: Actor, body: GiftCardBody): Promise<Outcome<Checked>> {
  const person = actor.kind === 'person' ? await personById(deps.db, actor.personId) : undefined
  const email = person?.email ?? body.buyer?.email
  const name = person?.name ?? body.buyer?.name
  const amount = readAmount(body.amount)
  const sendAt = sendingTime(body.sendAt, body.timezoneId ?? 'UTC', deps.clock())
  const fields: Record<string, string> = {}
  if (!email) fields.email = 'Email is required'
  if (!name) fields.name = 'Name is required'
  const fault = amount ? amountFault(amount) : 'Please enter an amount'
  if (fault) fields.amount = fault
  if (!sendAt) fields.sendAt = 'Please choose a day within a year'
  if (!email || !name || !amount || !sendAt || fault) return refused('FIELD_INVALID', { fields })
  return accepted({ email, name, personId: person?.id ?? null, amount, sendAt })
}

function readAmount({ amount, currency }: GiftCardBody['amount']): Money | null {
  try {
    return currency === CURRENCY ? fromDecimal(amount, currency) : null
  } catch {
    return null
  }
}
