/** The payment methods of a site that takes cards, for tests of pages that only ask whether it does. */
import type { Gateway } from '#platform/payments/gateway.ts'

export const TAKES_CARDS = { forMethod: (method: 'card' | 'paypal') => (method === 'card' ? ({} as Gateway) : null) }
