/** The consent to charge the balance of a deposit to its card. docs/contract §5, price rule 10, and §31. */

/** Raise the version whenever the text changes: the text that a buyer agreed to is stored with the order. */
export const MANDATE_VERSION = 1

/** The text beside the checkbox. The checkout shows amount and day beside it. */
export const MANDATE_TEXT =
  'Charge the balance to this card on its due day. You’ll get an e-mail at least 3 days before. If the charge is declined, we try once more and then send you a link to pay. You can stop this in your settings at any time.'

export const NOTICE_DAYS = 3
export const MOST_CHARGES = 2
const DAY_MS = 24 * 60 * 60 * 1000

/** The time of the first attempt: the due time, and never sooner than 3 days after the notice. */
export function getFirstChargeTime(dueAt: Date, notifiedAt: Date): Date {
  return new Date(Math.max(dueAt.getTime(), notifiedAt.getTime() + NOTICE_DAYS * DAY_MS))
}

/** The time of another attempt after a decline. */
export const getNextChargeTime = (triedAt: Date): Date => new Date(triedAt.getTime() + DAY_MS)

/** Whether the card may be tried again. A bank that wants the buyer's confirmation would refuse every attempt. */
export function mayTryAgain(attempts: number, failureCode: string | null): boolean {
  return attempts < MOST_CHARGES && failureCode !== 'authentication_required'
}
