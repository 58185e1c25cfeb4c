/** The words to the admins about a dispute. The buyer is not named: the order says who it is. */
import { describeDisputeReason } from '#domain/orders/dispute.ts'
import { toZoneTime } from '#domain/schedule.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

type Facts = {
  isInquiry: boolean
  amount: string
  reason: string
  answerBy: Date | null
  orderNumber: string
  courseTitle: string
  orderUrl: string
  sender: EmailSender
}

export function disputeMail({ isInquiry, amount, reason, answerBy, ...facts }: Facts): RenderedEmail {
  const { orderNumber, courseTitle, orderUrl, sender } = facts
  const cause = describeDisputeReason(reason)
  const until = answerBy
    ? `Please answer at the payment provider by ${toZoneTime(answerBy, 'UTC').displayText}.`
    : 'There is nothing to answer: the bank has your answer already, or accepts none.'
  return renderEmail({
    subject: `${isInquiry ? 'A bank asks about' : 'Disputed'}: ${amount}, order ${orderNumber}`,
    title: isInquiry ? 'A bank asks about a payment' : 'A payment is disputed',
    paragraphs: [
      isInquiry
        ? isolated`The card holder’s bank asks about ${amount} of order ${orderNumber} for ${courseTitle}. Its reason: ${cause}. No money was taken, and the learner keeps access.`
        : isolated`The card holder’s bank disputes ${amount} of order ${orderNumber} for ${courseTitle}. Its reason: ${cause}. The provider holds that money back, and access is frozen until the bank decides.`,
      until,
    ],
    button: { label: 'See the order', url: orderUrl },
    sender,
  })
}
