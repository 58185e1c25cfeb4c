/**
 * What the sandbox's own pages and its webhook sender may do: the card bank's, the sandbox PayPal's and the pages of
 * disputes. docs/contract §8, §30.
 */
import type { Money } from '#domain/money/money.ts'
import type { ProviderDispute } from './provider-dispute.ts'

/** `open`: the bank makes a dispute of its inquiry. `closed`: it drops the inquiry. */
export type Decision = 'open' | 'closed' | 'won' | 'lost'

/** The functions of a dispute's page. */
export type SandboxDisputes = {
  dispute(disputeId: string): Promise<ProviderDispute | null>
  /** Moves a dispute as the buyer's bank, or as PayPal. False if that is not possible any more. */
  decideDispute(disputeId: string, decision: Decision): Promise<boolean>
}

export type CardDetails = { number: string; expMonth: number; expYear: number; cvc: string }

/** A person's answer to the bank's question. */
export type Challenge = 'accept' | 'refuse'

export type Confirmation = { clientSecret: string } & (CardDetails | { challenge: Challenge })
export type Confirmed = {
  status: 'succeeded' | 'failed' | 'requires_action' | 'processing'
  failureCode?: string
  nextAction?: { redirectUrl: string }
}

/** The question of the sandbox's bank, by the question's id. */
export type Question = { amount: Money; returnUrl: string; isOpen: boolean }

/** A signed delivery to the webhook of the provider. */
export type Delivery = { provider: 'sandbox' | 'sandbox-paypal'; body: string; signature: string }

/** The functions for the sandbox's own pages and webhook sender. */
export type Sandbox = SandboxDisputes & {
  confirm(order: Confirmation): Promise<Confirmed | null>
  question(challengeId: string): Promise<Question | null>
  /** Stores the first answer. A later answer changes nothing. */
  answer(challengeId: string, answer: Challenge): Promise<void>
  /** The signed delivery of one event, also of the sandbox PayPal. Null when it is unknown. */
  delivery(eventId: string): Promise<Delivery | null>
}

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
