/** A teacher's message as an e-mail: text and HTML from the same tree. */
import { createElement, Fragment, type ReactNode } from 'react'
import { fillVariables, type VariableValues } from '#domain/messages/message-variables.ts'
import type { TextElement, TextNode } from '#learn/lessons/wire/text.ts'
import { type EmailContent, type EmailSender, LINE, QUIET } from '#people/mailing/email.tsx'
import { fillMessageText } from '../fill-text.ts'

export type MessageMail = { subject: string; body: string; sender: string | null; values: VariableValues }

export function createMessageMail(site: EmailSender, { subject, body, sender, values }: MessageMail): EmailContent {
  const nodes = fillMessageText(body, values)
  const filled = fillSubject(subject, values)
  const reason = getReason(values.course)
  const from = sender ? `${sender}, ${values.course}` : values.course
  return {
    subject: filled,
    title: filled,
    paragraphs: [],
    button: null,
    afterContent: {
      text: [from, toText(nodes), reason].join('\n\n'),
      html: (
        <>
          <p className="quiet" style={{ margin: '0 0 20px', color: QUIET, fontSize: 14 }}>
            <bdi>{from}</bdi>
          </p>
          <div dir="auto">{renderNodes(nodes)}</div>
          <hr className="line" style={{ margin: '28px 0 0', border: 0, borderTop: `1px solid ${LINE}` }} />
          <p className="quiet" style={{ margin: '16px 0 0', color: QUIET, fontSize: 14 }}>
            {reason}
          </p>
        </>
      ),
    },
    sender: site,
  }
}

/** One line. */
export const fillSubject = (subject: string, values: VariableValues): string =>
  fillVariables(subject, values).replaceAll(/\s+/g, ' ').trim()

export const getReason = (course: string): string => `You get this e-mail because you are enrolled in ${course}.`

const MARGIN = '0 0 16px'
const STYLES: Partial<Record<TextElement['tag'], object>> = {
  p: { margin: MARGIN },
  h2: { margin: '24px 0 8px', fontSize: 22, lineHeight: 1.25 },
  h3: { margin: '20px 0 8px', fontSize: 18, lineHeight: 1.3 },
  h4: { margin: '16px 0 8px', fontSize: 16 },
  ul: { margin: MARGIN, paddingInlineStart: 24 },
  ol: { margin: MARGIN, paddingInlineStart: 24 },
  li: { margin: '0 0 4px' },
  blockquote: { margin: MARGIN, paddingInlineStart: 16, borderInlineStart: `3px solid ${LINE}` },
  table: { margin: MARGIN, borderCollapse: 'collapse' },
  th: { padding: '6px 10px', border: `1px solid ${LINE}`, textAlign: 'start' },
  td: { padding: '6px 10px', border: `1px solid ${LINE}` },
  pre: { margin: MARGIN, whiteSpace: 'pre-wrap', fontFamily: 'monospace', fontSize: 14 },
}

function renderNodes(nodes: readonly TextNode[]): ReactNode {
  return nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
    typeof node === 'string' ? node : <Fragment key={index}>{renderElement(node)}</Fragment>,
  )
}

function renderElement({ tag, href, start, children }: TextElement): ReactNode {
  const content = renderNodes(children)
  switch (tag) {
    case 'br':
      return <br />
    case 'hr':
      return <hr className="line" style={{ margin: MARGIN, border: 0, borderTop: `1px solid ${LINE}` }} />
    case 'a':
      // An address within the text leads nowhere in an e-mail.
      return isAddress(href) ? (
        <a href={href} className="link" style={{ color: LINK }}>
          {content}
        </a>
      ) : (
        content
      )
    case 'ol':
      return (
        <ol start={start} style={STYLES.ol}>
          {content}
        </ol>
      )
    case 'sup':
      return <sup>{content}</sup>
    case 'footnotes':
      return <ol style={{ ...STYLES.ol, fontSize: 14 }}>{content}</ol>
    case 'back':
    case 'img':
      return null
    default:
      return createElement(tag, { style: STYLES[tag], ...(isLined(tag) && { className: 'line' }) }, content)
  }
}

const LINK = '#005b46'
const isAddress = (href: string | undefined): href is string => /^(?:https?:|mailto:)/i.test(href ?? '')
const isLined = (tag: string) => tag === 'th' || tag === 'td' || tag === 'blockquote'

/** Plain text for mail programs without HTML. Addresses of links are written out. */
function toText(nodes: readonly TextNode[]): string {
  return writeBlocks(nodes).trim()
}

const BLOCKS = new Set<string>(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'table', 'footnotes', 'hr'])

function writeBlocks(nodes: readonly TextNode[]): string {
  const blocks: string[] = []
  let line = ''
  const endLine = () => {
    if (line.trim() !== '') blocks.push(line.trim())
    line = ''
  }
  for (const node of nodes) {
    if (typeof node !== 'string' && BLOCKS.has(node.tag)) {
      endLine()
      blocks.push(writeBlock(node))
    } else line += writeInline([node])
  }
  endLine()
  return blocks.filter((block) => block !== '').join('\n\n')
}

function writeBlock({ tag, start = 1, children }: TextElement): string {
  const items = children.filter((node): node is TextElement => typeof node !== 'string')
  switch (tag) {
    case 'ul':
      return items.map((item) => writeItem('- ', item)).join('\n')
    case 'ol':
    case 'footnotes':
      return items.map((item, index) => writeItem(`${start + index}. `, item)).join('\n')
    case 'blockquote':
      return indent('> ', '> ', writeBlocks(children))
    case 'table':
      return listRows(items)
        .map((row) => row.children.map((cell) => writeInline([cell])).join(' | '))
        .join('\n')
    case 'hr':
      return '---'
    case 'p':
    case 'h2':
    case 'h3':
    case 'h4':
      return writeInline(children).trim()
    default:
      return writeInline(children)
  }
}

const listRows = (items: readonly TextElement[]): TextElement[] =>
  items.flatMap((item) =>
    item.tag === 'tr'
      ? [item]
      : listRows(item.children.filter((node): node is TextElement => typeof node !== 'string')),
  )

const writeItem = (mark: string, item: TextElement) =>
  indent(mark, ' '.repeat(mark.length), writeBlocks(item.children).replaceAll('\n\n', '\n'))

const indent = (first: string, others: string, text: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : others) + line)
    .join('\n')

function writeInline(nodes: readonly TextNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.tag === 'br') return '\n'
      if (node.tag === 'back' || node.tag === 'img') return ''
      const words = writeInline(node.children)
      if (node.tag === 'sup') return `[${words}]`
      if (node.tag !== 'a' || !isAddress(node.href) || node.href.replace(/^mailto:/i, '') === words) return words
      return `${words} (${node.href})`
    })
    .join('')
}
