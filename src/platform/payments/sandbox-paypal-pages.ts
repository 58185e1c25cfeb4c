/** The types of the sandbox PayPal's own approval page. docs/contract.md §30. */
import type { Money } from '#domain/money/money.ts'

/**
 * `approve`: the capture succeeds. `approve-late`: it succeeds some seconds after it began. `approve-declined`: PayPal
 * refuses the buyer's instrument at the capture. `refuse`: the buyer does not approve.
 */
export type ApprovalAnswer = 'approve' | 'approve-late' | 'approve-declined' | 'refuse'

/** One payment on the approval page. */
export type Approval = { amount: Money; returnUrl: string; cancelUrl: string; isOpen: boolean }

/** The functions of the approval page. `token` is in its address. */
export type SandboxPaypal = {
  approval(token: string): Promise<Approval | null>
  /** Stores the answer while the payment is open, and returns the address to which the buyer is sent back. */
  answer(token: string, answer: ApprovalAnswer): Promise<string | null>
}
