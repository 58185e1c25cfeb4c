import type { Money } from '#domain/money/money.ts'

/** One refund in the provider's state. `key` is ours, and null for a refund from the provider's dashboard. */
export type ProviderRefund = {
  refundId: string
  intentId: string
  key: string | null
  amount: Money
  /** True if the money did not reach the buyer and came back to the provider. */
  hasFailed: boolean
  at: Date
}
