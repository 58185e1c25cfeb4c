/** The words about the balance of a deposit. */
import { renderEmail, type Words } from '#features/mailing/email.tsx'

type Facts = {
  name: string
  orderNumber: string
  courseTitle: string
  dueAt: string
  orderUrl: string
  supportAddress: string
}

export function balanceReminderMail(facts: Facts & { amount: string }, isPaused: boolean): Words {
  const { name, orderNumber, courseTitle, dueAt, amount, orderUrl, supportAddress } = facts
  return renderEmail({
    subject: isPaused ? `Paused until it is paid: ${courseTitle}` : `Still to pay: ${amount} for ${courseTitle}`,
    title: isPaused ? 'Your course is paused' : 'The balance is due',
    paragraphs: [
      `Hello ${name}. Of your order ${orderNumber} for ${courseTitle}, ${amount} was to be paid by ${dueAt}.`,
      isPaused
        ? 'Until it is paid your course is closed to you. Your place stays yours, nothing is deleted, and it opens again the moment you pay.'
        : 'Paying it takes a minute. If you have paid already, thank you: you can leave this mail be.',
    ],
    button: { label: `Pay ${amount}`, url: orderUrl },
    supportAddress,
  })
}

export function balancePaidMail({ name, orderNumber, courseTitle, orderUrl, supportAddress }: Facts): Words {
  return renderEmail({
    subject: `All paid: ${courseTitle} (${orderNumber})`,
    title: 'All paid. Thank you.',
    paragraphs: [`Hello ${name}. Nothing is left to pay for ${courseTitle}. Receipt and invoice are with your order.`],
    button: { label: 'See the order', url: orderUrl },
    supportAddress,
  })
}
