/** Referrals: the code, who counts as a referred person, and the reward. docs/contract §24. */
import { plainName, toMailbox } from '../contact.ts'
import { type Money, money, smaller, subtract } from '../money/money.ts'
import { getLastRefundAt, type RefundFigures, type RefundTimes } from './refund-policy.ts'

export const REFERRAL_STATES = ['pending', 'rewarded', 'cancelled', 'refused', 'reversed'] as const
export type ReferralState = (typeof REFERRAL_STATES)[number]
type ReferralEvent = 'window-passed' | 'seat-ended' | 'own-payment'

export const REFERRAL_TRANSITIONS: {
  readonly [S in ReferralState]: { readonly [E in ReferralEvent]?: ReferralState }
} = {
  pending: { 'window-passed': 'rewarded', 'seat-ended': 'cancelled', 'own-payment': 'refused' },
  rewarded: { 'seat-ended': 'reversed' },
  cancelled: {},
  refused: {},
  reversed: {},
}

const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 8

/** A code of 8 letters and digits, without those that look alike, from as many random bytes: 40 random bits. */
export function formatReferralCode(random: Uint8Array): string {
  return [...random.subarray(0, CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
}

/** Whether a text has the form of a referral code. */
export function isReferralCode(code: string): boolean {
  return code.length === CODE_LENGTH && [...code].every((character) => CODE_LETTERS.includes(character))
}

type Customer = { personId: string | null; email: string | null }

/** Whether the buyer is the referrer: the same account, or another spelling of the same mailbox. */
export function isOwnReferral(buyer: Customer, referrer: { personId: string; email: string }): boolean {
  const isSameMailbox = buyer.email !== null && toMailbox(buyer.email) === toMailbox(referrer.email)
  return buyer.personId === referrer.personId || isSameMailbox
}

/** The end of the refund window: the first session, or the end of the days after the purchase without one. Price rule 9. */
export function getRefundWindowEnd(times: RefundTimes, figures: RefundFigures): Date {
  return times.firstSessionAt ?? getLastRefundAt(times, figures)
}

/** The reward as credit, after the debts of earlier referrals, oldest first. `paid` has the paid part of each debt. */
export function settleDebts(reward: Money, debts: readonly Money[]): { credited: Money; paid: Money[] } {
  let credited = reward
  const paid = debts.map((debt) => {
    const part = smaller(debt, credited)
    credited = subtract(credited, part)
    return part
  })
  return { credited, paid }
}

/** The reward: the setting, and never more than the friend paid by card and PayPal after refunds. */
export function getReward(setting: Money, paidMinor: number): Money {
  return smaller(setting, money(Math.max(0, paidMinor), setting.currency))
}

/** The first name, which is all that a referrer learns about a friend. */
export function getFirstName(name: string): string {
  return plainName(name.trim().split(/[\s,，、]+/)[0] ?? '') || 'Your friend'
}
