/** The layout of every e-mail: text and HTML from the same content. */
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailMark } from '#domain/site/site.ts'
import { getTextDirection, ISOLATE_END, ISOLATE_START } from '#domain/typed-text.ts'

export type RenderedEmail = { subject: string; text: string; html: string }

/** The site that writes: `deps.site.current`. */
export type EmailSender = { name: string; supportAddress: string; mailMark: MailMark | null }

export type EmailContent = {
  subject: string
  title: string
  /** A drawing above the paragraphs. Without image files, which mail programs block. */
  picture?: ReactNode
  /** A line break within a paragraph stays one. */
  paragraphs: string[]
  /** Digits to type elsewhere, shown large. */
  code?: string
  button: { label: string; url: string } | null
  /** Content below the paragraphs, such as an order summary. */
  afterContent?: { text: string; html: ReactNode }
  sender: EmailSender
  /** The link that turns this kind of e-mail off. */
  optOut?: { label: string; url: string }
}

export function renderEmail(content: EmailContent): RenderedEmail {
  const { subject, title, paragraphs, code, button, afterContent, sender, optOut } = content
  const text = [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(afterContent ? [afterContent.text] : []),
    `Need help? Write to ${sender.supportAddress}. A person will answer.`,
    ...(optOut ? [`${optOut.label}: ${optOut.url}`] : []),
  ].join('\n\n')
  return { subject, text, html: `<!doctype html>${renderToStaticMarkup(<EmailPage {...content} />)}` }
}

const INK = '#121d19'
export const QUIET = '#5f6b66'
export const LINE = '#d8deda'
const FONT = 'Instrument Sans, Helvetica, Arial, sans-serif'

/** Some mail programs ignore a style that keeps line breaks, so each is an element. */
function breakLines(text: string): ReactNode {
  const [first, ...others] = text.split(/\r?\n/).map(separateDirections)
  const parts: ReactNode[] = [first]
  for (const line of others) parts.push(createElement('br'), line)
  return createElement(Fragment, null, ...parts)
}

/** The isolates of a text as elements, so that typed names keep their direction in our sentences. */
export function separateDirections(text: string): ReactNode {
  const open: ReactNode[][] = [[]]
  for (const part of text.split(/([\u2068\u2069])/)) {
    if (part === ISOLATE_START) open.push([])
    else if (part === ISOLATE_END && open.length > 1) {
      const isolate = createElement('bdi', null, ...open.pop()!)
      open.at(-1)!.push(isolate)
    } else open.at(-1)!.push(part)
  }
  return createElement(Fragment, null, ...open.flat())
}

/** Only of a paragraph that somebody typed in a right-to-left script. Ours are written from left to right. */
const getDirection = (paragraph: string) => (getTextDirection(paragraph) === 'rtl' ? 'rtl' : undefined)

/** For mail programs with a dark theme. Others drop the rules, or invert the light colours themselves. */
const DARK_STYLES = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0c1310 !important; color: #e8eeeb !important; }
  .card { background: #151f1b !important; border-color: #2d3934 !important; }
  .quiet, .quiet a { color: #a5b1ab !important; }
  .line { border-color: #2d3934 !important; }
  .link { color: #91debc !important; }
  .button { background: #e8eeeb !important; color: #121d19 !important; }
}`

function EmailPage({
  subject,
  title,
  picture,
  paragraphs,
  code,
  button,
  afterContent,
  sender,
  optOut,
}: EmailContent): ReactNode {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_STYLES}</style>
      </head>
      <body
        className="page"
        style={{ margin: 0, background: '#f1f4f2', color: INK, fontFamily: FONT, fontSize: 16, lineHeight: 1.5 }}
      >
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 16px' }}>
                <table
                  role="presentation"
                  className="card"
                  width="100%"
                  style={{ maxWidth: 560, background: '#ffffff', border: `1px solid ${LINE}`, borderRadius: 14 }}
                  cellPadding={0}
                  cellSpacing={0}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: 32 }}>
                        <p style={{ margin: 0, fontWeight: 700 }}>
                          {sender.mailMark && <Mark {...sender.mailMark} />}
                          {sender.name}
                        </p>
                        <h1 style={{ margin: '24px 0 12px', fontSize: 32, lineHeight: 1.1 }}>
                          {separateDirections(title)}
                        </h1>
                        {picture}
                        {paragraphs.map((paragraph) => (
                          <p key={paragraph} dir={getDirection(paragraph)} style={{ margin: '0 0 16px' }}>
                            {breakLines(paragraph)}
                          </p>
                        ))}
                        {code && (
                          <p style={{ margin: '24px 0', fontSize: 32, fontWeight: 700, letterSpacing: 6 }}>{code}</p>
                        )}
                        {button && (
                          <p style={{ margin: '24px 0' }}>
                            <a
                              className="button"
                              href={button.url}
                              style={{
                                display: 'inline-block',
                                padding: '12px 20px',
                                borderRadius: 10,
                                background: INK,
                                color: '#f8fbf9',
                                fontWeight: 600,
                                textDecoration: 'none',
                              }}
                            >
                              {separateDirections(button.label)}
                            </a>
                          </p>
                        )}
                        {afterContent?.html}
                        <p className="quiet" style={{ margin: '24px 0 0', color: QUIET, fontSize: 14 }}>
                          Need help? Write to{' '}
                          <a href={`mailto:${sender.supportAddress}`} style={{ color: QUIET }}>
                            {sender.supportAddress}
                          </a>
                          . A person will answer.
                        </p>
                        {optOut && (
                          <p className="quiet" style={{ margin: '8px 0 0', color: QUIET, fontSize: 14 }}>
                            <a href={optOut.url} style={{ color: QUIET }}>
                              {optOut.label}
                            </a>
                          </p>
                        )}
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

/** Without a text of its own: the name stands beside it, and is all that is left where pictures are blocked. */
function Mark({ url, width, height }: MailMark): ReactNode {
  const style = { border: 0, marginRight: 10, verticalAlign: 'middle' }
  return <img src={url} width={width} height={height} alt="" style={style} />
}
