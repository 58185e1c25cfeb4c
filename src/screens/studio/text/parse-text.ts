/** Markdown of a lesson as the document of the editor. docs/contract §38. */
import type { Token } from 'markdown-it'
import { type Node as DocumentNode, Fragment, Mark } from 'prosemirror-model'
import { lessonMarkdown, OWN_IMAGE } from '#learn/lessons/text/dialect.ts'
import { type Alignment, createNode, schema } from './schema.ts'

/** A block of a text. `start` and `end`: its place in the text. Null: the editor cannot show it. */
export type ReadBlock = { node: DocumentNode | null; start: number; end: number }

type Tree = { token: Token; children: Tree[] }

/**
 * The blocks of a text in their order. Every character that is no white space belongs to one of them.
 *
 * @param labels of footnotes that other blocks define
 */
export function readBlocks(source: string, labels: readonly string[] = []): ReadBlock[] {
  const lines = listLines(source)
  const env = labels.length === 0 ? {} : { footnotes: { refs: Object.fromEntries(labels.map((l) => [`:${l}`, -1])) } }
  const tree = nest(lessonMarkdown.parse(source, env))
  const blocks: ReadBlock[] = []
  let line = 0
  const add = (first: number, last: number, node: DocumentNode | null) => {
    let [from, to] = [first, last]
    while (from < to && lines[from]!.isBlank) from++
    while (to > from && lines[to - 1]!.isBlank) to--
    if (from < to) blocks.push({ node, start: lines[from]!.start, end: lines[to - 1]!.end })
  }
  for (const one of tree) {
    // The texts of footnotes come last, wherever they are written.
    if (one.token.type === 'footnote_block_open') break
    const [first, last] = one.token.map ?? [line, line]
    // Definitions of links and footnotes are no tokens.
    add(line, first, null)
    add(first, last, toBlock(one))
    line = Math.max(line, last)
  }
  add(line, lines.length, null)
  return blocks
}

type Line = { start: number; end: number; isBlank: boolean }

/** `end` is before the line's end. Line ends are those of markdown-it. */
function listLines(source: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const { index, 0: mark } of source.matchAll(/\r\n?|\n|$/g)) {
    lines.push({ start, end: index, isBlank: /^[ \t]*$/.test(source.slice(start, index)) })
    start = index + mark.length
  }
  return lines
}

function nest(tokens: readonly Token[]): Tree[] {
  const root: Tree[] = []
  const open = [root]
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop()
      continue
    }
    const tree = { token, children: [] }
    open.at(-1)!.push(tree)
    if (token.nesting === 1) open.push(tree.children)
  }
  return root
}

/** Null: the schema lacks it, or a part of it. */
function toBlock({ token, children }: Tree): DocumentNode | null {
  switch (token.type) {
    case 'paragraph_open':
      return toTextBlock('paragraph', null, children)
    case 'heading_open':
      // Links to a heading of two lines are written without the space between them.
      return children.some(hasTwoLines) ? null : toTextBlock('heading', { level: Number(token.tag.slice(1)) }, children)
    case 'blockquote_open':
      return toContainer('blockquote', null, children)
    case 'bullet_list_open':
      return toList('bullet_list', { tight: isTight(children) }, children)
    case 'ordered_list_open':
      return toList('ordered_list', { order: Number(token.attrGet('start') ?? 1), tight: isTight(children) }, children)
    case 'hr':
      return createNode('horizontal_rule', null)
    case 'fence':
    case 'code_block':
      return toCode(token)
    case 'table_open':
      return toTable(children)
    default:
      return null
  }
}

const hasTwoLines = ({ token }: Tree) => token.children?.some(({ type }) => type === 'softbreak') === true

function toContainer(name: 'blockquote' | 'list_item', attrs: null, children: readonly Tree[]): DocumentNode | null {
  const blocks = every(children.map(toBlock))
  if (blocks === null) return null
  return createNode(name, attrs, blocks.length > 0 ? blocks : [createNode('paragraph', null)])
}

function toList(
  name: 'bullet_list' | 'ordered_list',
  attrs: { order?: number; tight: boolean },
  items: readonly Tree[],
): DocumentNode | null {
  const blocks = every(items.map(({ children }) => toContainer('list_item', null, children)))
  return blocks && createNode(name, attrs, blocks)
}

/** Learners see no paragraphs in a tight list. */
const isTight = (items: readonly Tree[]): boolean =>
  items.every(({ children }) => children.every(({ token }) => token.type !== 'paragraph_open' || token.hidden))

function toCode({ content, info }: Token): DocumentNode {
  const text = content.replace(/\n$/, '')
  return createNode('code_block', { params: info.trim() }, text === '' ? [] : [schema.text(text)])
}

function toTable(parts: readonly Tree[]): DocumentNode | null {
  const rows = parts.flatMap(({ children }) => children)
  const nodes = rows.map(({ children }) => {
    const cells = every(children.map(toCell))
    return cells && createNode('table_row', null, cells)
  })
  const all = every(nodes)
  return all && createNode('table', null, all)
}

function toCell({ token, children }: Tree): DocumentNode | null {
  const [, align = null] = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? '')) ?? []
  const paragraph = toTextBlock('paragraph', null, children)
  const name = token.type === 'th_open' ? 'table_header' : 'table_cell'
  return paragraph && createNode(name, { align: align as Alignment | null }, [paragraph])
}

function toTextBlock(name: 'paragraph' | 'heading', attrs: { level: number } | null, children: readonly Tree[]) {
  const content = toInline(children.flatMap(({ token }) => token.children ?? []))
  const type = schema.nodes[name]!
  if (content === null) return null
  const fragment = Fragment.fromArray(content)
  return type.validContent(fragment) ? type.create(attrs, fragment) : null
}

function toInline(tokens: readonly Token[]): DocumentNode[] | null {
  const nodes: DocumentNode[] = []
  const open: Mark[] = []
  let marks: readonly Mark[] = []
  const addText = (text: string, own: readonly Mark[] = marks) => {
    if (text !== '') nodes.push(schema.text(text, own))
  }
  for (const token of tokens) {
    if (token.nesting === 1) {
      const mark = toMark(token)
      // An address in angle brackets within a link is a link in a link.
      if (mark === null || (mark.type.name === 'link' && mark.type.isInSet(marks))) return null
      open.push(mark)
    } else if (token.nesting === -1) open.pop()
    if (token.nesting !== 0) marks = open.reduce((set, mark) => mark.addToSet(set), Mark.none)
    else if (token.type === 'text') addText(token.content)
    // A browser shows the end of a line as a space.
    else if (token.type === 'softbreak') addText(' ')
    else if (token.type === 'code_inline') addText(token.content, schema.mark('code').addToSet(marks))
    else {
      const node = toLeaf(token)
      if (node === null) return null
      nodes.push(node.mark(marks))
    }
  }
  return nodes
}

const MARKS: Record<string, string> = { strong: 'strong', em: 'em', s: 'strike', link: 'link' }

function toMark(token: Token): Mark | null {
  const name = MARKS[token.type.replace(/_open$/, '')]
  if (name === undefined) return null
  if (name !== 'link') return schema.mark(name)
  return schema.mark('link', {
    href: String(token.attrGet('href') ?? ''),
    title: String(token.attrGet('title') ?? ''),
  })
}

function toLeaf(token: Token): DocumentNode | null {
  if (token.type === 'hardbreak') return createNode('hard_break', null)
  if (token.type === 'footnote_ref') {
    // A footnote that is written within its sentence has no label.
    const { label } = token.meta as { label?: string }
    return label === undefined ? null : createNode('footnote', { label })
  }
  if (token.type !== 'image' || token.attrGet('title') !== null) return null
  const [, assetId] = OWN_IMAGE.exec(String(token.attrGet('src'))) ?? []
  return assetId === undefined ? null : createNode('image', { assetId, alt: token.content })
}

function every(nodes: readonly (DocumentNode | null)[]): DocumentNode[] | null {
  return nodes.some((node) => node === null) ? null : (nodes as DocumentNode[])
}
