/** The words of the mails that follow an order, as text and as HTML from the same facts. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Money, toDecimal } from '#domain/money.ts'

export type ReceiptFacts = {
  orderNumber: string
  name: string
  courseTitle: string
  instructor: string
  lines: { label: string; amount: Money }[]
  total: Money
  paidWith: string | null
  firstSession: string | null
  paidAt: string
  orderUrl: string
  portalUrl: string
  supportAddress: string
}
type Words = { subject: string; text: string; html: string }

export function receiptMail(facts: ReceiptFacts, passwordUrl: string | null): Words {
  const start = facts.firstSession
    ? `The first session is on ${facts.firstSession}. All dates are in the attached calendar file.`
    : 'You can start today.'
  const enter = passwordUrl
    ? {
        lead: 'Choose a password to enter your portal. The link works once, for seven days.',
        label: 'Set a password',
        url: passwordUrl,
      }
    : { lead: 'Your course is waiting in your portal.', label: 'Open the portal', url: facts.portalUrl }
  return words({
    subject: `You’re in: ${facts.courseTitle} (receipt ${facts.orderNumber})`,
    title: 'You’re in.',
    paragraphs: [
      `Hello ${facts.name}, your place in ${facts.courseTitle}${facts.instructor && ` with ${facts.instructor}`} is yours. ${start}`,
      enter.lead,
    ],
    button: enter,
    facts,
  })
}

export function returnMail(facts: ReceiptFacts, soldOut: boolean): Words {
  const why = soldOut
    ? 'Your payment reached us after the last seat had gone, so we could not enrol you.'
    : 'You were enrolled in this already, so we did not keep a second payment.'
  return words({
    subject: `Your money is on its way back: ${facts.courseTitle} (${facts.orderNumber})`,
    title: 'Your money is on its way back',
    paragraphs: [
      `Hello ${facts.name}. ${why}`,
      'All of it has been sent back the way it came. Banks usually show it within five to ten days.',
    ],
    button: null,
    facts,
  })
}

type Letter = {
  subject: string
  title: string
  paragraphs: string[]
  button: { label: string; url: string } | null
  facts: ReceiptFacts
}

function words({ subject, title, paragraphs, button, facts }: Letter): Words {
  const bill = [
    ...facts.lines.map((line) => `${line.label}: ${sum(line.amount)}`),
    `Total: ${sum(facts.total)}${facts.paidWith ? `, ${facts.paidWith}` : ''}`,
  ]
  const text = [
    title,
    ...paragraphs,
    ...(button ? [`${button.label}: ${button.url}`] : []),
    [`Receipt ${facts.orderNumber}, ${facts.paidAt}`, ...bill].join('\n'),
    `Stuck? Write to ${facts.supportAddress}. A person answers.`,
  ].join('\n\n')
  return {
    subject,
    text,
    html: `<!doctype html>${renderToStaticMarkup(<LetterPage {...{ subject, title, paragraphs, button, facts }} />)}`,
  }
}

const sum = (amount: Money): string => `${amount.currency} ${toDecimal(amount)}`

const ink = '#121d19'
const quiet = '#5f6b66'
const font = 'Instrument Sans, Helvetica, Arial, sans-serif'

function LetterPage({ subject, title, paragraphs, button, facts }: Letter): ReactNode {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, background: '#f1f4f2', color: ink, fontFamily: font, fontSize: 16, lineHeight: 1.5 }}>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 16px' }}>
                <table
                  role="presentation"
                  width="100%"
                  style={{ maxWidth: 560, background: '#ffffff', border: '1px solid #d8deda', borderRadius: 14 }}
                  cellPadding={0}
                  cellSpacing={0}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: 32 }}>
                        <p style={{ margin: 0, fontWeight: 700 }}>Understudy</p>
                        <h1 style={{ margin: '24px 0 12px', fontSize: 32, lineHeight: 1.1 }}>{title}</h1>
                        {paragraphs.map((paragraph) => (
                          <p key={paragraph} style={{ margin: '0 0 16px' }}>
                            {paragraph}
                          </p>
                        ))}
                        {button && (
                          <p style={{ margin: '24px 0' }}>
                            <a
                              href={button.url}
                              style={{
                                display: 'inline-block',
                                padding: '12px 20px',
                                borderRadius: 10,
                                background: ink,
                                color: '#f8fbf9',
                                fontWeight: 600,
                                textDecoration: 'none',
                              }}
                            >
                              {button.label}
                            </a>
                          </p>
                        )}
                        <Bill facts={facts} />
                        <p style={{ margin: '24px 0 0', color: quiet, fontSize: 14 }}>
                          Stuck? Write to <a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>. A
                          person answers.
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function Bill({ facts }: { facts: ReceiptFacts }): ReactNode {
  const cell = { padding: '8px 0', borderTop: '1px solid #d8deda' }
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ marginTop: 8 }}>
      <caption style={{ textAlign: 'left', padding: '8px 0', color: quiet, fontSize: 14 }}>
        Receipt {facts.orderNumber}, {facts.paidAt}
      </caption>
      <tbody>
        {facts.lines.map((line) => (
          <tr key={line.label}>
            <td style={cell}>{line.label}</td>
            <td align="right" style={cell}>
              {sum(line.amount)}
            </td>
          </tr>
        ))}
        <tr>
          <td style={{ ...cell, fontWeight: 700 }}>
            Total{facts.paidWith && <span style={{ fontWeight: 400 }}>, {facts.paidWith}</span>}
          </td>
          <td align="right" style={{ ...cell, fontWeight: 700 }}>
            {sum(facts.total)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
