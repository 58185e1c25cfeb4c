/** Cards that Stripe keeps: set up by the buyer's own payment, charged while the buyer is away. */
import Stripe from 'stripe'
import { z } from 'zod'
import type { SavedCard } from '#domain/orders/payment.ts'
import type { Intent } from './gateway.ts'
import { CardGoneError, type CardUse, type PresentBuyer } from './saved-cards.ts'
import { isPastCancelling, keyed, WITH_CHARGE } from './stripe-keys.ts'
import { IntentShape, toIntent } from './stripe-shapes.ts'

const GONE = 'Stripe does not have this card any more'
const CustomerShape = z.object({ object: z.literal('customer'), id: z.string().min(1) })
const MethodShape = z.object({ object: z.literal('payment_method'), customer: z.string().nullable() })

/** The parameters of an intent. A reusable card has a customer of its own, without a name or an address. */
export async function toCardParameters(
  stripe: Stripe,
  card: CardUse,
  key: string,
): Promise<Stripe.PaymentIntentCreateParams | object> {
  if (typeof card === 'object') {
    const use = card.isSavedToo ? { setup_future_usage: 'off_session' as const } : {}
    return { customer: card.customerId, payment_method: card.methodId, ...use }
  }
  const customer = CustomerShape.parse(
    await keyed(`${key}:customer`, (idempotencyKey) =>
      stripe.customers.create({ metadata: { payment_key: key } }, { idempotencyKey }),
    ),
  )
  return {
    customer: customer.id,
    setup_future_usage: card === 'keep' ? ('on_session' as const) : ('off_session' as const),
  }
}

/** Stripe does not always name the parameter that it refuses. The same intent without the card shows whether it was the card. */
export function toCardGone(error: unknown, card: CardUse | undefined): unknown {
  const isGone = typeof card === 'object' && error instanceof Stripe.errors.StripeInvalidRequestError
  return isGone ? new CardGoneError(GONE) : error
}

/** An intent is paid once at most, so a repeat of the call charges nothing. A decline is a state, not an error. */
export async function chargeSavedCard(
  stripe: Stripe,
  intentId: string,
  { methodId }: SavedCard,
  buyer?: PresentBuyer,
): Promise<Intent> {
  const presence = buyer ? { off_session: false, return_url: buyer.returnUrl } : { off_session: true }
  const parameters = { payment_method: methodId, ...presence, ...WITH_CHARGE }
  try {
    const charged = await keyed(`charge:${intentId}`, (idempotencyKey) =>
      stripe.paymentIntents.confirm(intentId, parameters, { idempotencyKey }),
    )
    return toIntent(IntentShape.parse(charged))
  } catch (error) {
    // Stripe refused the request itself, so it charges nothing.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && !isPastCancelling(error))
      throw new CardGoneError(GONE)
    if (!(error instanceof Stripe.errors.StripeCardError) && !isPastCancelling(error)) throw error
    return toIntent(IntentShape.parse(await stripe.paymentIntents.retrieve(intentId, WITH_CHARGE)))
  }
}

/** A card without a customer cannot be charged any more. */
export async function detachSavedCard(stripe: Stripe, { methodId }: SavedCard): Promise<void> {
  try {
    MethodShape.parse(await stripe.paymentMethods.detach(methodId))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const isGone =
      error.code === 'resource_missing' ||
      MethodShape.parse(await stripe.paymentMethods.retrieve(methodId)).customer === null
    if (!isGone) throw error
  }
}
