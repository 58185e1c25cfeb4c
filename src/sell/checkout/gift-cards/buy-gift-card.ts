/**
 * Buys a gift card for a recipient. It is paid like any order, and its code is created at delivery. docs/contract
 * §5.
 */
import { amountFault, GIFT_CARD_PAYMENT_MINUTES, getSendTime } from '#domain/money/gift-card.ts'
import { fromDecimal, type Money } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { lockPersonForShare, personById } from '#people/accounts/queries/people.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { identifyClient } from '#sell/orders/client-key.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { createOrder } from '#sell/orders/create-order.ts'
import { addPurchase } from '#sell/orders/queries/gift-card-purchases.ts'
import { getOpenOrder } from '#sell/orders/queries/orders.ts'
import { toCardAnswer, toPaypalAnswer } from '#sell/payments/answer-opened.ts'
import type { Opened } from '#sell/payments/continue-payment.ts'
import { cancelForReplacement, closeOrder } from '#sell/payments/end-order.ts'
import type { Placed, PlacedByPaypal } from '#sell/payments/wire/answers.ts'
import { refuseTypedAddresses } from '../place-order/typed-addresses.ts'
import { orderExpireJob } from '../queue.ts'
import type { GiftCardBody } from '../wire/gift-card.ts'

/** The currency of the charge. Price rule 8. */
const CURRENCY = 'USD'

export async function buyGiftCard(
  deps: Deps,
  actor: Actor,
  body: GiftCardBody,
  ip: string,
): Promise<Outcome<Placed | PlacedByPaypal>> {
  // A gift card cannot buy a gift card (price rule 5).
  const gateway = body.paymentMethod === 'gift-card' ? null : deps.gateways.forMethod(body.paymentMethod)
  if (!gateway) return refused('METHOD_NOT_AVAILABLE')
  const opened = await createGiftCardOrder(deps, gateway, actor, body, ip)
  return body.paymentMethod === 'paypal' ? toPaypalAnswer(opened) : toCardAnswer(gateway, opened)
}

async function createGiftCardOrder(
  deps: Deps,
  gateway: Gateway,
  actor: Actor,
  body: GiftCardBody,
  ip: string,
): Promise<Outcome<Opened>> {
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const checked = await check(deps, actor, body)
  if (!checked.ok) return checked
  const { email, name, personId, amount, sendAt } = checked.value
  const limited = await refuseTypedAddresses(deps, ip, 1)
  if (limited) return limited
  const { client, limitKey } = identifyClient(deps, actor, body.clientKey, ip)
  // One person may buy two gift cards at once.
  const buyer = { client, isKeyed: false }
  const before = await getOpenOrder(deps.db, null, email, buyer)
  const yielded = before && (await cancelForReplacement(deps, before.id))
  if (yielded && !yielded.ok) return yielded

  const checkoutToken = deps.secrets.newToken()
  const placed = await inOneTransaction(deps.db, async (tx) => {
    if (personId && !(await lockPersonForShare(tx, personId))) return refused('TOKEN_INVALID')
    const open = await getOpenOrder(tx, null, email, buyer)
    if (open && !(await closeOrder(tx, open.id, 'replaced'))) return refused('PAYMENT_IN_HAND')
    const created = await createOrder(tx, {
      product: { kind: 'gift-card' },
      price: { currency: CURRENCY, subtotal_minor: amount.minor, total_minor: amount.minor },
      lines: [{ kind: 'gift-card', label: `Gift card for ${body.recipient.name}`, amount }],
      payment: { kind: 'charge', provider: gateway.provider, amount, attempt: 1 },
      buyer: { email, name, personId, timezoneId: body.timezoneId ?? 'UTC' },
      client: { client, limitKey },
      acceptedTermsAt: deps.clock(),
      touches: body,
      checkoutTokenHash: deps.secrets.hash(checkoutToken),
    })
    if (!created?.payment)
      return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'the same buyer is buying one right now' })
    const { order, payment } = created
    await addPurchase(tx, {
      order_id: order.id,
      amount_minor: amount.minor,
      recipient_name: body.recipient.name,
      recipient_email: body.recipient.email,
      message: body.message ?? '',
      send_at: sendAt,
    })
    const startAfter = new Date(deps.clock().getTime() + GIFT_CARD_PAYMENT_MINUTES * 60_000)
    await deps.jobs.enqueue(tx, orderExpireJob, { orderId: order.id }, { key: order.id, startAfter })
    return accepted(payment)
  })
  if (!placed.ok) return placed

  const intent = await createIntent(deps, gateway, placed.value)
  const { id: paymentId, order_id: orderId } = placed.value
  return accepted({ orderId, paymentId, checkoutToken, intent, holdExpiresAt: null })
}

type Checked = { email: string; name: string; personId: string | null; amount: Money; sendAt: Date }

async function check(deps: Deps, actor: Actor, body: GiftCardBody): Promise<Outcome<Checked>> {
  const person = actor.kind === 'person' ? await personById(deps.db, actor.personId) : undefined
  const email = person?.email ?? body.buyer?.email
  const name = person?.name ?? body.buyer?.name
  const amount = readAmount(body.amount)
  const { at: sendAt, fault: sendFault } = getSendTime(body.sendAt, body.timezoneId ?? 'UTC', deps.clock())
  const fields: Record<string, string> = {}
  if (!email) fields.email = 'Email is required'
  if (!name) fields.name = 'Name is required'
  const fault = amount ? amountFault(amount) : 'Please enter an amount'
  if (fault) fields.amount = fault
  if (sendFault) fields.sendAt = sendFault
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
