/**
 * The face of every card provider. A gateway tells what the provider knows; it decides nothing and
 * writes nothing of ours. Every call may be repeated: creating and refunding are keyed.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Money } from '#domain/money.ts'
import type { ProviderFact } from '#domain/payment.ts'
import type { ProviderDispute } from './provider-dispute.ts'
import type { ProviderRefund } from './provider-refund.ts'
import type { Sandbox } from './sandbox-cards.ts'

/** No request waits longer for a provider. */
export const DEADLINE_MS = 8_000
/** A listing is many calls, and nobody waits for it. */
const LISTING_MS = 60_000

/**
 * One payment at the provider. `nextAction` is where a question that is still open is answered; without
 * an address, only the page that sent the card can ask it.
 */
export type Intent = ProviderFact & { clientSecret: string; nextAction: { redirectUrl: string | null } | null }

/** `intentId` is null for what is not about a payment. */
export type ProviderEvent = { eventId: string; intentId: string | null; type: string }

export type Gateway = {
  provider: 'sandbox' | 'stripe'
  /** The same key gives the same intent. `reference` is our payment id; `returnUrl` is where its bank sends the person back to. */
  createIntent(order: { key: string; amount: Money; reference: string; returnUrl: string }): Promise<Intent>
  getIntent(intentId: string): Promise<Intent>
  /** Tries to end an intent and answers how it stands then: what has succeeded or is processing stays so. */
  cancelIntent(intentId: string): Promise<ProviderFact>
  refund(order: { key: string; intentId: string; amount: Money }): Promise<{ refundId: string }>
  /** What the provider itself says it charged since then, for the audit. */
  listCharges(since: Date): Promise<{ intentId: string; reference: string; amount: Money; refunded: Money }[]>
  /** The refunds of one intent, or all that were made since then; the oldest first. */
  listRefunds(of: { intentId: string } | { since: Date }): Promise<ProviderRefund[]>
  /** The disputes of one intent, or all that were opened since then; the oldest first. */
  listDisputes(of: { intentId: string } | { since: Date }): Promise<ProviderDispute[]>
  /** Where an admin answers a dispute. */
  disputeUrl(disputeId: string): string
  /** The event in a signed delivery, or null when the signature is not the provider's. Null itself where no secret is set to tell. */
  readEvent: ((rawBody: string, headers: IncomingHttpHeaders) => ProviderEvent | null) | null
  /** The sandbox's own side, where that is the provider. */
  sandbox: Sandbox | null
}

/**
 * Bounds every call, so that a provider that hangs keeps nobody waiting, and stamps each fact with the
 * moment it was asked for: two answers may overtake each other. What a call that ran out of time has
 * done is unknown; all of them may be repeated.
 *
 * @throws Error when the provider did not answer in time
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
