/** The e-mails about gift cards, to the recipient and to the buyer. */
import { greetingFor, plainName } from '#domain/contact.ts'
import { type RenderedEmail, renderEmail } from '#features/mailing/email.tsx'

type GiftCardFacts = {
  name: string
  buyer: string
  message: string
  amount: string
  code: string
  coursesUrl: string
  supportAddress: string
}

export function giftCardMail({
  name,
  buyer,
  message,
  amount,
  code,
  coursesUrl,
  supportAddress,
}: GiftCardFacts): RenderedEmail {
  const from = plainName(buyer) ?? 'A friend'
  return renderEmail({
    subject: `A gift for you: ${amount} for a course of your choice`,
    title: 'A gift for you',
    paragraphs: [
      `${greetingFor(name)}. ${from} sent you a ${amount} gift card for any course you like.`,
      ...(message ? [`“${message}”`] : []),
      'Type this code at the checkout. Any balance stays on the card. Keep this e-mail: we can’t show you the code again.',
    ],
    code,
    button: { label: 'Choose a course', url: coursesUrl },
    supportAddress,
  })
}

type Bought = {
  name: string
  orderNumber: string
  recipient: string
  recipientEmail: string
  amount: string
  sendAt: string
  orderUrl: string
  supportAddress: string
}

export function giftCardBoughtMail(facts: Bought): RenderedEmail {
  const { name, orderNumber, recipientEmail, amount, sendAt, orderUrl, supportAddress } = facts
  const recipient = plainName(facts.recipient)
  return renderEmail({
    subject: `Your gift card (receipt ${orderNumber})`,
    title: 'Thank you. Your gift is ready.',
    paragraphs: [
      `${greetingFor(name)}. We have received ${amount} for a gift card. The invoice is attached.`,
      `It goes to ${recipient ? `${recipient} (${recipientEmail})` : recipientEmail} by e-mail: ${sendAt}. The code is only in that e-mail.`,
    ],
    button: { label: 'See the order', url: orderUrl },
    supportAddress,
  })
}
