/**
 * Turns a lesson's Markdown into a tree of allowed elements. HTML in it stays text, so that a lesson cannot contain
 * scripts. docs/contract §9.
 */
import type { Token } from 'markdown-it'
import { createHeadingNames, toHeadingId } from '#domain/learning/heading-ids.ts'
import type { TextElement, TextNode } from '../wire/text.ts'
import { lessonMarkdown, OWN_IMAGE } from './dialect.ts'

/** The page has the only `h1`. */
const HEADINGS: Record<string, TextElement['tag']> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' }
const ELEMENTS: Record<string, TextElement['tag']> = {
  ...HEADINGS,
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  em: 'em',
  strong: 'strong',
  s: 's',
  a: 'a',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
}

/** @param images the sizes of pictures that are ready */
export function parseLessonText(source: string, images: readonly TextImage[] = []): TextNode[] {
  return addSizes(addHeadingIds(toNodes(lessonMarkdown.parse(source, {}))), images)
}

/** As GitHub names them. Links of the text to its own headings get the same prefix. */
function addHeadingIds(nodes: readonly TextNode[], getName = createHeadingNames()): TextNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node
    const isHeading = /^h[2-4]$/.test(node.tag)
    const id = isHeading ? toHeadingId(getName(getText(node))) : node.id
    const href = node.tag === 'a' && node.href?.startsWith('#') ? `#${toHeadingId(node.href.slice(1))}` : node.href
    return {
      ...node,
      ...(id !== undefined && { id }),
      ...(href !== undefined && { href }),
      children: addHeadingIds(node.children, getName),
    }
  })
}

/** The words of a heading without marks. */
function getText({ children }: TextElement): string {
  return children
    .map((node) => (typeof node === 'string' ? node : node.tag === 'sup' || node.tag === 'img' ? '' : getText(node)))
    .join('')
}

type TextImage = { assetId: string; width: number; height: number }

function addSizes(nodes: readonly TextNode[], images: readonly TextImage[]): TextNode[] {
  if (images.length === 0) return [...nodes]
  return nodes.map((node) => {
    if (typeof node === 'string') return node
    const image = node.tag === 'img' ? images.find(({ assetId }) => assetId === node.assetId) : undefined
    const size = image && { width: image.width, height: image.height }
    return { ...node, ...size, children: addSizes(node.children, images) }
  })
}

function toNodes(tokens: readonly Token[]): TextNode[] {
  const root: TextNode[] = []
  const open: TextNode[][] = [root]
  for (const token of tokens) {
    const children = open.at(-1)!
    if (token.nesting === 1) {
      const element = toElement(token)
      if (element) children.push(element)
      // The children of an element that is left out belong to its parent, such as the text of a tight list's paragraph.
      open.push(element ? element.children : children)
    } else if (token.nesting === -1) open.pop()
    else children.push(...toLeaves(token))
  }
  return root
}

function toElement(token: Token): TextElement | null {
  if (token.hidden) return null
  if (token.type === 'footnote_block_open') return { tag: 'footnotes', children: [] }
  if (token.type === 'footnote_open') return { tag: 'li', id: toNoteId(token), children: [] }
  const tag = ELEMENTS[token.tag]
  if (!tag) return null
  const { href, start, style } = Object.fromEntries(token.attrs ?? [])
  const align = /^text-align:(left|center|right)$/.exec(String(style ?? ''))?.[1] as TextElement['align']
  return {
    tag,
    ...(href !== undefined && { href: String(href) }),
    ...(start !== undefined && { start: Number(start) }),
    ...(align && { align }),
    children: [],
  }
}

function toLeaves(token: Token): TextNode[] {
  switch (token.type) {
    case 'inline':
      return toNodes(token.children ?? [])
    case 'text':
      return token.content === '' ? [] : [token.content]
    case 'softbreak':
      return ['\n']
    case 'hardbreak':
      return [{ tag: 'br', children: [] }]
    case 'hr':
      return [{ tag: 'hr', children: [] }]
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }]
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', children: [{ tag: 'code', children: [token.content.replace(/\n$/, '')] }] }]
    case 'image':
      return toImage(token)
    case 'footnote_ref':
      return [{ tag: 'sup', id: toReferenceId(token), href: `#${toNoteId(token)}`, children: [toNumber(token)] }]
    case 'footnote_anchor':
      return [{ tag: 'back', href: `#${toReferenceId(token)}`, children: [] }]
    default:
      return []
  }
}

function toImage(token: Token): TextNode[] {
  const [, assetId] = OWN_IMAGE.exec(String(token.attrGet('src'))) ?? []
  return assetId ? [{ tag: 'img', assetId, alt: token.content, children: [] }] : []
}

type NoteMeta = { id: number; subId?: number }
const getMeta = (token: Token): NoteMeta => token.meta as NoteMeta
const toNumber = (token: Token) => String(getMeta(token).id + 1)
const toNoteId = (token: Token) => `footnote-${toNumber(token)}`

/** A note that is cited twice has two references. */
function toReferenceId(token: Token): string {
  const { subId = 0 } = getMeta(token)
  return `footnote-${toNumber(token)}-from-${subId + 1}`
}
