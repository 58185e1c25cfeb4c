/** The e-mails about gift cards, to the recipient and to the buyer. */
import type { ReactNode } from 'react'
import { courseColours, HUES } from '#design/tokens.ts'
import { greetingFor, plainName } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail, separateDirections } from '#people/mailing/email.tsx'

type GiftCardFacts = {
  name: string
  buyer: string
  message: string
  amount: string
  code: string
  coursesUrl: string
  sender: EmailSender
}

export function giftCardMail({ name, buyer, message, amount, code, coursesUrl, sender }: GiftCardFacts): RenderedEmail {
  const from = plainName(buyer) ?? 'A friend'
  return renderEmail({
    subject: `A gift for you: ${amount} for a course of your choice`,
    title: 'A gift for you',
    picture: <GiftCardPicture amount={amount} to={plainName(name)} from={plainName(buyer)} />,
    paragraphs: [
      isolated`${greetingFor(name)}. ${from} sent you a ${amount} gift card for any course you like.`,
      ...(message ? [`“${message}”`] : []),
      'Type this code at the checkout. Any balance stays on the card. Keep this e-mail: we can’t show you the code again.',
    ],
    code,
    button: { label: 'Choose a course', url: coursesUrl },
    sender,
  })
}

const ROSE = courseColours(HUES.rose).light
/** Pixels. The motif of the gift card's page is discs. */
const DISC_SIZES = [56, 48, 39, 32, 24, 16]

/** The face of the gift card as the buyer saw it. Its colours stay in a dark theme. */
function GiftCardPicture({ amount, to, from }: { amount: string; to: string | null; from: string | null }): ReactNode {
  const names = [to && isolated`For ${to}`, from && isolated`from ${from}`].filter((part) => part !== null).join(', ')
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '0 0 24px', background: ROSE.wash, borderRadius: 14 }}
    >
      <tbody>
        <tr>
          <td style={{ padding: '24px 24px 16px', background: ROSE.strong, borderRadius: '14px 14px 0 0' }}>
            {DISC_SIZES.map((size) => (
              <span
                key={size}
                style={{
                  display: 'inline-block',
                  width: size,
                  height: size,
                  marginRight: 10,
                  borderRadius: size / 2,
                  background: size % 3 === 0 ? ROSE.wash : ROSE.mark,
                }}
              />
            ))}
          </td>
        </tr>
        <tr>
          <td style={{ padding: '16px 24px 20px', color: '#121d19' }}>
            <p style={{ margin: 0, fontWeight: 700 }}>Gift card</p>
            <p style={{ margin: '4px 0', fontSize: 32, lineHeight: 1.1, fontWeight: 700 }}>{amount}</p>
            {names && <p style={{ margin: 0 }}>{separateDirections(names)}</p>}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

type Bought = {
  name: string
  orderNumber: string
  recipient: string
  recipientEmail: string
  amount: string
  /** `right away`, or `on` and the time in the buyer's zone. */
  sendAt: string
  orderUrl: string
  sender: EmailSender
}

export function giftCardBoughtMail(facts: Bought): RenderedEmail {
  const { name, orderNumber, recipientEmail, amount, sendAt, orderUrl, sender } = facts
  const recipient = plainName(facts.recipient)
  return renderEmail({
    subject: `Your gift card (receipt ${orderNumber})`,
    title: 'Thank you. Your gift is ready.',
    paragraphs: [
      isolated`${greetingFor(name)}. We have received ${amount} for a gift card. The invoice is attached.`,
      isolated`It goes to ${recipient ? isolated`${recipient} (${recipientEmail})` : recipientEmail} by e-mail, ${sendAt}. The code is only in that e-mail.`,
    ],
    button: { label: 'See the order', url: orderUrl },
    sender,
  })
}
