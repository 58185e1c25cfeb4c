/** The e-mails about refunds and cancelled dates. */
import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'
import type { Cause } from '../queries/refunds.ts'

export type Facts = {
  name: string
  orderNumber: string
  courseTitle: string
  /** The first session in the buyer's zone. Null without dates. `day` is such as `24 December 2026`. */
  firstSession: { day: string; inFull: string } | null
  orderUrl: string
  sender: EmailSender
  /** Other seats of the order, after its seats in cancelled dates have ended. Null: none. */
  kept: KeptSeats | null
}
/** `balance`: stays due. `hadCard`: the balance would have been charged to a saved card, which a cancellation ends. */
export type KeptSeats = {
  ended: number
  count: number
  balance: { amount: string; day: string; hadCard: boolean } | null
}
/** `isAtOnce`: the buyer has it already, as with a gift card and credit. A provider needs some days. */
type Part = { amount: string; to: string; isAtOnce: boolean }
type Refund = Facts & {
  amount: string
  parts: Part[]
  /** The amount that waits for the decision of a bank. Null without a dispute. */
  disputed: string | null
  cause: Cause
  reason: string
  /** Whether the amount is all that was paid: no part went back before. */
  isAll: boolean
  hasCreditNote: boolean
}

const ATTACHED = 'The credit note is attached.'

export function refundMail({
  amount,
  parts,
  disputed,
  cause,
  reason,
  isAll,
  hasCreditNote,
  ...facts
}: Refund): RenderedEmail {
  const { name, orderNumber, courseTitle, orderUrl, sender } = facts
  if (cause === 'cohort-cancelled')
    return cancelledMail({ ...facts, reason }, [
      ...(parts.length > 0
        ? [`${getBack(amount, isAll, disputed !== null || facts.kept !== null)} ${wayBack(amount, parts)}`]
        : []),
      ...(disputed ? [waitsForBank(disputed)] : []),
      ...(hasCreditNote ? [ATTACHED] : []),
    ])
  const why = {
    admin: isolated`We are sending ${amount} of your order ${orderNumber} for ${courseTitle} back to you.`,
    provider: isolated`${amount} of your order ${orderNumber} for ${courseTitle} is on its way back to you.`,
    'enrolment-cancelled': isolated`A seat of your order ${orderNumber} for ${courseTitle} was cancelled, and ${amount} is on its way back to you.`,
  }[cause]
  return renderEmail({
    subject: isolated`${amount} is on its way back: ${courseTitle} (${orderNumber})`,
    title: 'Your money is on its way back',
    paragraphs: [
      isolated`${greetingFor(name)}. ${why}`,
      wayBack(amount, parts),
      ...(disputed ? [waitsForBank(disputed)] : []),
      ...(hasCreditNote ? [ATTACHED] : []),
    ],
    button: { label: 'See the order', url: orderUrl },
    sender,
  })
}

/** After `waitsForBank`. Names no dates, because they were cancelled meanwhile. */
export function undisputedRefundMail({ amount, parts, ...facts }: Refund): RenderedEmail {
  const { name, orderNumber, courseTitle, orderUrl, sender } = facts
  return renderEmail({
    subject: isolated`${amount} is on its way back: ${courseTitle} (${orderNumber})`,
    title: 'Your money is on its way back',
    paragraphs: [
      isolated`${greetingFor(name)}. The bank has left your payment for ${courseTitle} with us. Because we cancelled your seat, we are now sending ${amount} of your order ${orderNumber} back to you.`,
      wayBack(amount, parts),
    ],
    button: { label: 'See the order', url: orderUrl },
    sender,
  })
}

/** The order had no payment. */
export const cancelledCohortMail = (facts: Facts & { reason: string | null }): RenderedEmail => cancelledMail(facts, [])

function cancelledMail(
  { name, orderNumber, courseTitle, firstSession, orderUrl, sender, kept, reason }: Facts & { reason: string | null },
  money: string[],
): RenderedEmail {
  const dates = firstSession ? isolated`${courseTitle}, which was to start on ${firstSession.inFull},` : courseTitle
  return renderEmail({
    subject: isolated`Cancelled: ${courseTitle}${firstSession ? `, ${firstSession.day}` : ''} (${orderNumber})`,
    title: 'These dates were cancelled',
    paragraphs: [
      isolated`${greetingFor(name)}. We’re sorry: ${dates} is cancelled.${reason ? isolated` The reason: ${sentence(reason)}` : ''}`,
      kept ? describeKept(kept) : 'We’ve cancelled your enrolment. You don’t need to do anything.',
      ...money,
      ...(kept?.balance ? [describeBalance(kept.balance)] : []),
    ],
    button: { label: 'See the order', url: orderUrl },
    sender,
  })
}

function describeKept({ ended, count }: KeptSeats): string {
  const cancelled = ended === 1 ? '1 seat of your order' : `${ended} seats of your order`
  return count === 1
    ? `This cancels ${cancelled}. The other seat has other dates, and it stays.`
    : `This cancels ${cancelled}. The other ${count} seats have other dates, and they stay.`
}

function describeBalance({ amount, day, hadCard }: NonNullable<KeptSeats['balance']>): string {
  const card = hadCard ? ' We no longer charge your saved card for this order.' : ''
  return `Your balance of ${amount} stays due on ${day}. Please pay it on the page of your order.${card}`
}

/** @param isPart other amounts stay: those of other seats, or those that a bank is checking */
function getBack(amount: string, isAll: boolean, isPart: boolean): string {
  if (isPart) return `You get back ${amount}.`
  return `You get back ${isAll ? 'all you paid' : 'the rest of what you paid'}, ${amount}.`
}

const waitsForBank = (amount: string): string =>
  `A bank is checking ${amount} of your payment, so we can’t refund it now. If the bank leaves it with us, we send it back to you.`

function wayBack(amount: string, parts: readonly Part[]): string {
  const [first, ...others] = parts
  if (first?.isAtOnce && others.length === 0) return `${amount} is back on your ${first.to.toLowerCase()} already.`
  const way = parts.map((part) => `${part.amount}, ${part.to}`).join('; ')
  if (parts.every(({ isAtOnce }) => isAtOnce)) return `${amount} is back already: ${way}.`
  const shownBy = parts.some(({ to }) => to === 'PayPal') ? 'Banks and PayPal' : 'Banks'
  const already = parts.some(({ isAtOnce }) => isAtOnce) ? ' The part on your gift card or credit is back already.' : ''
  return `It goes back the way it came: ${way}. ${shownBy} usually show it within five to ten days.${already}`
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
