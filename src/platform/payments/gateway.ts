/**
 * The interface of every card provider. A gateway reports the provider's facts. It decides nothing and writes no rows
 * of ours. Every call may be repeated, because creating and refunding have keys.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Money } from '#domain/money/money.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { ProviderDispute } from './provider-dispute.ts'
import type { ProviderRefund } from './provider-refund.ts'
import type { Sandbox } from './sandbox-cards.ts'

/** No request waits longer for a provider. */
export const DEADLINE_MS = 8_000
/** A listing takes many calls, and no person waits for it. */
const LISTING_MS = 60_000

/**
 * One payment at the provider. `nextAction` is the address of an open question of the bank. Without an address, only
 * the page that sent the card can ask it.
 */
export type Intent = ProviderFact & { clientSecret: string; nextAction: { redirectUrl: string | null } | null }

/** `intentId` is null for an event that is not about a payment. */
export type ProviderEvent = { eventId: string; intentId: string | null; type: string }

export type PaymentProvider = 'sandbox' | 'stripe'

export type Gateway = {
  provider: PaymentProvider
  /**
   * The same key returns the same intent. `reference` is our payment id. The bank sends the buyer back to `returnUrl`.
   */
  createIntent(order: { key: string; amount: Money; reference: string; returnUrl: string }): Promise<Intent>
  getIntent(intentId: string): Promise<Intent>
  /** Tries to cancel an intent and returns its state. A succeeded or processing intent stays unchanged. */
  cancelIntent(intentId: string): Promise<ProviderFact>
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
  readEvent: ((rawBody: string, headers: IncomingHttpHeaders) => ProviderEvent | null) | null
  /** The sandbox's own functions, if it is the provider. */
  sandbox: Sandbox | null
}

/**
 * Ends every call after a time limit, and stamps each fact with the time of its request, because two responses may
 * overtake each other. The effect of a call that timed out is unknown, and all calls may be repeated. @throws Error
 * when the provider did not answer in time
 */
export function withDeadline<Kind extends Gateway>(gateway: Kind, milliseconds = DEADLINE_MS): Kind {
  const inTime = async <Value>(call: Promise<Value>, atMost = milliseconds): Promise<Value> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('the provider did not answer in time')), atMost)
    return Promise.race([call, late.promise]).finally(() => clearTimeout(timer))
  }
  const stamped = async <Fact extends ProviderFact>(ask: () => Promise<Fact>): Promise<Fact> => {
    const asOf = new Date()
    return { ...(await inTime(ask())), asOf }
  }
  return {
    ...gateway,
    createIntent: (order) => stamped(() => gateway.createIntent(order)),
    getIntent: (intentId) => stamped(() => gateway.getIntent(intentId)),
    cancelIntent: (intentId) => stamped(() => gateway.cancelIntent(intentId)),
    refund: (order) => inTime(gateway.refund(order)),
    listCharges: (since) => inTime(gateway.listCharges(since), LISTING_MS),
    listRefunds: (of) => inTime(gateway.listRefunds(of), 'since' in of ? LISTING_MS : milliseconds),
    listDisputes: (of) => inTime(gateway.listDisputes(of), 'since' in of ? LISTING_MS : milliseconds),
  }
}
