/**
 * The interface of every payment provider. A gateway reports the provider's facts. It decides nothing and writes no rows
 * of ours. Every call may be repeated, because creating and refunding have keys.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Money } from '#domain/money/money.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { ProviderDispute } from './provider-dispute.ts'
import type { ProviderRefund } from './provider-refund.ts'
import type { Sandbox, SandboxPaypal } from './sandbox-pages.ts'
import type { CardUse, SavedCards } from './saved-cards.ts'

/**
 * One payment at the provider. `nextAction` is the address of an open question of the bank. Without an address, only
 * the page that sent the card can ask it. `approvalUrl` is the provider's page on which the buyer approves the payment.
 * Null where the browser sends a card instead, and once the payment cannot be approved any more. `clientSecret` is null
 * where no card is sent.
 */
export type Intent = ProviderFact & {
  clientSecret: string | null
  nextAction: { redirectUrl: string | null } | null
  approvalUrl: string | null
}

/** The data with which the browser sends a card. @throws Error for a provider that takes no cards */
export function toCardForm({ provider }: Gateway, { clientSecret }: Intent): CardForm {
  if (clientSecret === null || (provider !== 'sandbox' && provider !== 'stripe'))
    throw new Error(`${provider} takes no cards`)
  return { clientSecret, provider }
}

/** `intentId` is null for an event that is not about a payment. */
type ReadEvent = ProviderEvent | null
export type ProviderEvent = { eventId: string; intentId: string | null; type: string }

export const PAYMENT_PROVIDERS = ['sandbox', 'stripe', 'sandbox-paypal', 'paypal'] as const
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number]
export const PAYMENT_PROVIDER_LABELS: Readonly<Record<PaymentProvider, string>> = {
  sandbox: 'The sandbox',
  stripe: 'Stripe',
  'sandbox-paypal': 'The sandbox’s PayPal',
  paypal: 'PayPal',
}

export type CardForm = { clientSecret: string; provider: 'sandbox' | 'stripe' }
export type NewIntent = {
  key: string
  amount: Money
  reference: string
  returnUrl: string
  cancelUrl: string
  card?: CardUse
}
/** `amount` and `reference` are those of our payment: an intent of another amount or payment is not charged. */
export type Capture = { key: string; intentId: string; amount: Money; reference: string }

export type Gateway = {
  provider: PaymentProvider
  /**
   * The same key returns the same intent. `reference` is our payment id. The bank, or the page of an approval, sends the
   * buyer back to `returnUrl`, or to `cancelUrl` if the buyer does not approve. @throws CardGoneError for a saved card
   * that the provider does not have any more
   */
  createIntent(order: NewIntent): Promise<Intent>
  getIntent(intentId: string): Promise<Intent>
  /**
   * Tries to cancel an intent and returns its state. A succeeded or processing intent stays unchanged. A gateway with
   * `capture` may only report the state, because nobody but us charges its payments. `canceled` then means that the
   * provider accepts no capture any more.
   */
  cancelIntent(intentId: string): Promise<ProviderFact>
  /**
   * Charges an approved intent and returns its state. The same key charges once. `declined`: the provider refused the
   * buyer's instrument, and nothing was charged. Null: the provider charges without us, as with a card.
   * See docs/decisions/0045-an-approved-payment-is-captured-while-its-seats-are-held.md.
   */
  capture: ((order: Capture) => Promise<Intent>) | null
  refund(order: { key: string; intentId: string; amount: Money }): Promise<{ refundId: string }>
  /** The provider's own list of charges since then, for the audit. */
  listCharges(since: Date): Promise<{ intentId: string; reference: string; amount: Money; refunded: Money }[]>
  /** The refunds of one intent, or all that were made since then; the oldest first. */
  listRefunds(of: { intentId: string } | { since: Date }): Promise<ProviderRefund[]>
  /** The disputes of one intent, or all that were opened since then; the oldest first. */
  listDisputes(of: { intentId: string } | { since: Date }): Promise<ProviderDispute[]>
  /** The address at which an admin answers a dispute. */
  disputeUrl(disputeId: string): string
  /**
   * The event in a signed delivery. Null if the signature is not the provider's. The function is null without a webhook
   * secret.
   */
  readEvent: ((rawBody: string, headers: IncomingHttpHeaders) => ReadEvent | Promise<ReadEvent>) | null
  savedCards?: SavedCards
  /** The functions of the sandbox that takes cards, if it is the provider. */
  sandbox: Sandbox | null
  /** The functions of the sandbox that works as PayPal does, if it is the provider. */
  sandboxPaypal: SandboxPaypal | null
}
