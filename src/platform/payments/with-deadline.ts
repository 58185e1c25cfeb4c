import type { ProviderFact } from '#domain/orders/payment.ts'
import type { Gateway } from './gateway.ts'
import { limitSavedCards } from './saved-cards.ts'

/** No request waits longer for a provider. */
export const DEADLINE_MS = 8_000
/** A listing takes many calls, and no person waits for it. */
const LISTING_MS = 60_000

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
  const { capture } = gateway
  return {
    ...gateway,
    ...(gateway.savedCards && { savedCards: limitSavedCards(gateway.savedCards, stamped, inTime) }),
    createIntent: (order) => stamped(() => gateway.createIntent(order)),
    getIntent: (intentId) => stamped(() => gateway.getIntent(intentId)),
    cancelIntent: (intentId) => stamped(() => gateway.cancelIntent(intentId)),
    capture: capture && ((order) => stamped(() => capture(order))),
    refund: (order) => inTime(gateway.refund(order)),
    listCharges: (since) => inTime(gateway.listCharges(since), LISTING_MS),
    listRefunds: (of) => inTime(gateway.listRefunds(of), 'since' in of ? LISTING_MS : milliseconds),
    listDisputes: (of) => inTime(gateway.listDisputes(of), 'since' in of ? LISTING_MS : milliseconds),
  }
}
