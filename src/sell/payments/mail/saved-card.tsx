/** The e-mails about the charge of a saved card. docs/contract §31. */
import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

export type CardFacts = {
  name: string
  orderNumber: string
  courseTitle: string
  amount: string
  /** The amount with its estimate. */
  amountDue: string
  /** `Visa ending 4242` */
  card: string
  orderUrl: string
  settingsUrl: string
  sender: EmailSender
}

export function chargeNoticeMail(facts: CardFacts, day: string): RenderedEmail {
  const { name, orderNumber, courseTitle, amount, amountDue, card, orderUrl, settingsUrl, sender } = facts
  return renderEmail({
    subject: isolated`On ${day} we charge ${amount} for ${courseTitle}`,
    title: `Your balance is charged on ${day}`,
    paragraphs: [
      isolated`${greetingFor(name)}. On ${day} we charge the balance of ${amountDue} for your order ${orderNumber}, ${courseTitle}, to your ${card}. You don’t need to do anything.`,
      'You can pay with another card on your order page before that day. Then your saved card is not charged.',
      `To stop the charge, remove the card in your settings: ${settingsUrl}. The balance stays due, and you can pay it by another card.`,
    ],
    button: { label: 'See the order', url: orderUrl },
    sender,
  })
}

/** @param failureCode null: the charge was not possible for two days, and nobody declined it */
export function chargeFailedMail(facts: CardFacts, failureCode: string | null): RenderedEmail {
  const { name, orderNumber, courseTitle, amount, amountDue, card, orderUrl, sender } = facts
  const declined = `Your ${card} was declined when we tried to charge the balance of ${amountDue}.`
  const why = failureCode === null ? `We couldn’t charge the balance of ${amountDue} to your ${card}.` : declined
  const needsBuyer = failureCode === 'authentication_required'
  return renderEmail({
    subject: isolated`Please pay ${amount} for ${courseTitle}`,
    title: 'We couldn’t charge your card',
    paragraphs: [
      isolated`${greetingFor(name)}. ${needsBuyer ? `Your bank wants you to confirm the charge of ${amountDue} to your ${card} yourself.` : why} We won’t charge it again, and we have deleted it.`,
      isolated`Please pay the balance of your order ${orderNumber}, ${courseTitle}, online. It takes a minute, with any card. You keep your place.`,
    ],
    button: { label: `Pay ${amount}`, url: orderUrl },
    sender,
  })
}
