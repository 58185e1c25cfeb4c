import type { State } from '#domain/dispute.ts'
import type { Money } from '#domain/money.ts'

/** One dispute as the provider has it. */
export type ProviderDispute = {
  disputeId: string
  intentId: string
  status: State
  amount: Money
  /** The bank's reason, in the provider's words, such as `fraudulent`. */
  reason: string
  /** Until when the shop may answer; null where no answer is possible. */
  answerBy: Date | null
  at: Date
  /** What the provider took for it, and what it gave back. */
  movements: ProviderMovement[]
}

/** `fee` is negative where the provider gives a fee back. */
export type ProviderMovement = {
  movementId: string
  kind: 'withdrawn' | 'reinstated'
  amount: Money
  fee: Money
  at: Date
}
