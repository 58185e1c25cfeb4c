import type { Money } from '#domain/money.ts'

/** One refund as the provider has it, whoever made it. `key` is ours, and null where it was made at the provider's dashboard. */
export type ProviderRefund = {
  refundId: string
  intentId: string
  key: string | null
  amount: Money
  /** Whether the money goes back, or came back to the provider: then nobody has it but us. */
  hasFailed: boolean
  at: Date
}
