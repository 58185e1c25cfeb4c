/** The types of the sandbox PayPal's own approval page. docs/contract.md §30. */
import type { Money } from '#domain/money/money.ts'
import type { SandboxDisputes } from './sandbox-disputes.ts'

/**
 * `approve`: the capture succeeds. `approve-late`: it succeeds some seconds after it began. `approve-declined`: PayPal
 * refuses the buyer's instrument at the capture. `approve-dispute`, `approve-inquiry`: the buyer disputes the charge, or
 * asks about it, as soon as it is captured. `refuse`: the buyer does not approve.
 */
export const APPROVAL_ANSWERS = [
  'approve',
  'approve-late',
  'approve-declined',
  'approve-dispute',
  'approve-inquiry',
  'refuse',
] as const
export type ApprovalAnswer = (typeof APPROVAL_ANSWERS)[number]

/** One payment on the approval page. */
export type Approval = { amount: Money; returnUrl: string; cancelUrl: string; isOpen: boolean }

/** The functions of the approval page, and of the page of a dispute. `token` is in the address of the approval page. */
export type SandboxPaypal = SandboxDisputes & {
  approval(token: string): Promise<Approval | null>
  /**
   * Stores the answer while the payment is open, and returns the address to which the buyer is sent back. `payer` names
   * the account that approves; without it each approval comes from another one.
   */
  answer(token: string, answer: ApprovalAnswer, payer?: string): Promise<string | null>
}
