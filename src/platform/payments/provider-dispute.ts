import type { Money } from '#domain/money/money.ts'
import type { DisputeState } from '#domain/orders/dispute.ts'

/** One dispute in the provider's state. */
export type ProviderDispute = {
  disputeId: string
  intentId: string
  status: DisputeState
  amount: Money
  /** The bank's reason, in the provider's words, such as `fraudulent`. */
  reason: string
  /** The deadline for an answer. Null if the bank accepts none, or has it already. */
  answerBy: Date | null
  at: Date
  /** The amounts that the provider took for the dispute and gave back. */
  movements: ProviderMovement[]
}

/** `fee` is negative if the provider returns a fee. */
export type ProviderMovement = {
  movementId: string
  kind: 'withdrawn' | 'reinstated'
  amount: Money
  fee: Money
  at: Date
}
