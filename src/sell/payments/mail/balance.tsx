/** The e-mails about the balance after a deposit. */

import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

type Facts = {
  name: string
  orderNumber: string
  courseTitle: string
  dueAt: string
  orderUrl: string
  sender: EmailSender
}

/** `amountDue` is the amount with its estimate. */
export function balanceReminderMail(
  facts: Facts & { amount: string; amountDue: string },
  isPaused: boolean,
): RenderedEmail {
  const { name, orderNumber, courseTitle, dueAt, amount, amountDue, orderUrl, sender } = facts
  return renderEmail({
    subject: isPaused
      ? isolated`Your course is paused: ${amount} to pay for ${courseTitle}`
      : isolated`Still to pay: ${amount} for ${courseTitle}`,
    title: isPaused ? 'Your course is paused' : 'Your balance is due',
    paragraphs: [
      isolated`Hello ${name}. The balance of ${amountDue} for your order ${orderNumber}, ${courseTitle}, was due on ${dueAt}.`,
      isPaused
        ? 'Your course is paused until you pay. You keep your seat, and we delete nothing. Once you have paid, your course continues.'
        : 'You can pay online in a minute. If you’ve already paid, thank you. You can ignore this e-mail.',
    ],
    button: { label: `Pay ${amount}`, url: orderUrl },
    sender,
  })
}

export function balancePaidMail(facts: Facts & { amount: string }): RenderedEmail {
  const { name, orderNumber, courseTitle, amount, orderUrl, sender } = facts
  return renderEmail({
    subject: isolated`All paid: ${courseTitle} (${orderNumber})`,
    title: 'All paid. Thank you.',
    paragraphs: [
      isolated`Hello ${name}. We have received your balance of ${amount}, so ${courseTitle} is paid in full. Your receipt and invoice are on your order page.`,
    ],
    button: { label: 'See the order', url: orderUrl },
    sender,
  })
}
