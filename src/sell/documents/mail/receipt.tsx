/** The e-mails that follow an order, as text and as HTML. */
import type { ReactNode } from 'react'
import { greetingFor } from '#domain/contact.ts'
import { type BillLine, isTakenOff, REFUND_PROGRESS } from '#domain/money/bill.ts'
import { formatWithSymbol } from '#domain/money/money.ts'
import { isolated } from '#domain/typed-text.ts'
import {
  type EmailContent,
  type EmailSender,
  LINE,
  QUIET,
  type RenderedEmail,
  renderEmail,
} from '#people/mailing/email.tsx'

export type ReceiptFacts = {
  orderNumber: string
  /** Null for money that went back: it was never invoiced. */
  invoiceNumber: string | null
  name: string
  courseTitle: string
  instructor: string
  /** Those that have not ended. */
  seats: number
  bill: readonly BillLine[]
  /** When the rest is due, in the buyer's zone. */
  balanceDueAt: string | null
  firstSession: string | null
  /** What comes back until when. Null: the order cost nothing. */
  refundRule: string | null
  otherHours: string | null
  paidAt: string
  orderUrl: string
  roomUrl: string
  sender: EmailSender
}

type BillFacts = Omit<ReceiptFacts, 'seats'>

/** @param accessTerm how long access lasts */
export function receiptMail(facts: ReceiptFacts, accessTerm: string, passwordUrl: string | null): RenderedEmail {
  const start = facts.firstSession
    ? [
        `The first session is live online, on ${facts.firstSession}.`,
        ...(facts.otherHours ? [facts.otherHours] : []),
        'All dates are in the attached calendar file.',
      ].join(' ')
    : 'You can start today.'
  const enter = passwordUrl
    ? {
        lead: 'Choose a password to open your course. The link works once, for seven days.',
        label: 'Set a password',
        url: passwordUrl,
      }
    : {
        lead: `The lessons${facts.firstSession ? ' and dates' : ''} are on the page of your course.`,
        label: 'Open the course',
        url: facts.roomUrl,
      }
  const places = facts.seats < 2 ? 'your place' : `your ${facts.seats} places`
  const friends = facts.seats < 2 ? '' : ' Friends whom you named get their own invitation.'
  return withBill(facts, {
    subject: isolated`You’re in: ${facts.courseTitle} (receipt ${facts.orderNumber})`,
    title: 'You’re in.',
    paragraphs: [
      isolated`${greetingFor(facts.name)}, ${places} in ${facts.courseTitle}${facts.instructor && isolated` with ${facts.instructor}`} ${facts.seats < 2 ? 'is' : 'are'} yours. ${start}${friends}`,
      accessTerm,
      ...(facts.balanceDueAt && facts.bill.some(({ kind }) => kind === 'due')
        ? ['You can pay the balance any time on the page of your order.']
        : []),
      ...(facts.refundRule ? [facts.refundRule] : []),
      enter.lead,
    ],
    button: enter,
  })
}

const RETURN_REASONS: Record<string, string> = {
  SOLD_OUT_REFUNDED: 'Your payment reached us after the last seat had gone, so we could not enrol you.',
  ALREADY_ENROLLED_REFUNDED: 'You were already enrolled, so we did not keep a second payment.',
}
const TOO_LATE = 'Your payment reached us after your order had ended, so we could not enrol you.'

/** @param failureCode why the payment was not kept */
export function returnMail(facts: BillFacts, failureCode: string | null): RenderedEmail {
  const why = RETURN_REASONS[failureCode ?? ''] ?? TOO_LATE
  return withBill(facts, {
    subject: isolated`Your money is on its way back: ${facts.courseTitle} (${facts.orderNumber})`,
    title: 'Your money is on its way back',
    paragraphs: [
      isolated`${greetingFor(facts.name)}. ${why}`,
      'All of it has been sent back the way it came. Banks usually show it within five to ten days.',
    ],
    button: null,
  })
}

function withBill(facts: BillFacts, content: Omit<EmailContent, 'afterContent' | 'sender'>): RenderedEmail {
  const orderLink = facts.invoiceNumber ? 'See your order and its invoice' : 'See your order'
  const bill = [nameBill(facts), ...facts.bill.map((line) => `${describeLine(facts, line)}: ${formatLineAmount(line)}`)]
  return renderEmail({
    ...content,
    afterContent: {
      text: `${bill.join('\n')}\n\n${orderLink}: ${facts.orderUrl}`,
      html: (
        <>
          <Bill facts={facts} />
          <p className="quiet" style={{ margin: '16px 0 0', color: QUIET, fontSize: 14 }}>
            <a href={facts.orderUrl} style={{ color: 'inherit' }}>
              {orderLink}
            </a>
          </p>
        </>
      ),
    },
    sender: facts.sender,
  })
}

const nameBill = ({ orderNumber, invoiceNumber, paidAt }: BillFacts): string =>
  `Receipt ${orderNumber}, paid ${paidAt}${invoiceNumber ? `, invoice ${invoiceNumber}` : ''}`

function describeLine({ balanceDueAt }: BillFacts, { kind, label, status }: BillLine): string {
  if (kind === 'due' && balanceDueAt) return `${label} by ${balanceDueAt}`
  return status ? `Refund, ${label}${REFUND_PROGRESS[status]}` : label
}

const formatLineAmount = ({ kind, amount }: BillLine): string =>
  `${isTakenOff(kind) ? '−' : ''}${formatWithSymbol(amount)}`

function Bill({ facts }: { facts: BillFacts }): ReactNode {
  const cell = { padding: '8px 0', borderTop: `1px solid ${LINE}` }
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ marginTop: 8 }}>
      <caption className="quiet" style={{ textAlign: 'left', padding: '8px 0', color: QUIET, fontSize: 14 }}>
        {nameBill(facts)}
      </caption>
      <tbody>
        {facts.bill.map((line, position) => {
          const style = SUMS.has(line.kind) ? { ...cell, fontWeight: 700 } : cell
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike, and a bill never changes its order
            <tr key={position}>
              <td className="line" style={style}>
                {describeLine(facts, line)}
              </td>
              <td className="line" align="right" style={style}>
                {formatLineAmount(line)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const SUMS: ReadonlySet<string> = new Set(['total', 'paid', 'kept'])
