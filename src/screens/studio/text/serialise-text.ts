/** The document of the editor as Markdown. Blocks that nobody changed keep every character. docs/contract §38. */
import type { Node as DocumentNode } from 'prosemirror-model'
import { lessonMarkdown } from '#learn/lessons/text/dialect.ts'
import { readBlocks } from './parse-text.ts'
import { createNode, isEmptyParagraph, schema } from './schema.ts'
import { serialiseInline } from './serialise-inline.ts'

/** A text as it was opened. `gaps[i]` is the white space before the block `i`, and the last one is behind all blocks. */
export type OpenedText = {
  source: string
  doc: DocumentNode
  blocks: ReadonlyMap<DocumentNode, { index: number; source: string }>
  gaps: readonly string[]
}

/** A block that would not read the same after it was written becomes opaque. */
export function openText(source: string): OpenedText {
  const labels = listFootnotes(source)
  const read = readBlocks(source)
  const blocks = new Map<DocumentNode, { index: number; source: string }>()
  const gaps: string[] = []
  let from = 0
  for (const [index, { node, start, end }] of read.entries()) {
    const own = source.slice(start, end)
    gaps.push(source.slice(from, start))
    from = end
    // A copy for each place: two equal rules would be one node.
    const shown =
      node !== null && !definesNames(own) && isWritable(node, labels) ? node : createNode('opaque', { source: own })
    blocks.set(shown, { index, source: own })
  }
  gaps.push(source.slice(from))
  const children = [...blocks.keys()]
  const doc = schema.node('doc', null, children.length > 0 ? children : [createNode('paragraph', null)])
  return { source, doc, blocks, gaps }
}

const listFootnotes = (source: string): string[] =>
  [...source.matchAll(/^[ >]*\[\^([^\]\s]+)\]:/gm)].map(([, label]) => label!)

/** Definitions of links or footnotes within a quote or a list, which other blocks may need. */
function definesNames(block: string): boolean {
  if (!block.includes(']:')) return false
  const env: Parameters<typeof lessonMarkdown.parse>[1] & { footnotes?: { refs?: object } } = {}
  lessonMarkdown.parse(block, env)
  return Object.keys({ ...env.references, ...env.footnotes?.refs }).length > 0
}

function isWritable(node: DocumentNode, labels: readonly string[]): boolean {
  const written = serialiseBlock(node)
  if (written === '') return false
  const [first, second] = readBlocks(written, labels)
  return second === undefined && first?.node?.eq(node) === true
}

/** @param opened keeps its blocks that are still in the document as they were written */
export function serialiseText(doc: DocumentNode, opened: OpenedText | null = null): string {
  if (opened?.doc.eq(doc)) return opened.source
  const children = doc.children.filter((child) => !isEmptyParagraph(child))
  const normal = joinBlocks(children)
  if (!opened) return normal
  const kept = joinKept(children, opened)
  // A kept block may change with its new neighbours, such as a block of code without an end.
  return kept === normal || readsAlike(kept, normal) ? kept : normal
}

function readsAlike(one: string, other: string): boolean {
  const [first, second] = [readBlocks(one), readBlocks(other)]
  return (
    first.length === second.length &&
    first.every(({ node, start, end }, index) => {
      const twin = second[index]!
      if (node === null || twin.node === null)
        return node === twin.node && one.slice(start, end) === other.slice(twin.start, twin.end)
      return node.eq(twin.node)
    })
  )
}

function joinKept(children: readonly DocumentNode[], { blocks, gaps }: OpenedText): string {
  let text = ''
  let last = -1
  for (const [at, child] of children.entries()) {
    const kept = blocks.get(child)
    const isNext = kept !== undefined && kept.index === last + 1 && (at === 0) === (last === -1)
    const gap = isNext ? gaps[kept.index]! : at === 0 ? '' : '\n\n'
    text += gap + (kept?.source ?? serialiseBlock(child, children[at - 1]))
    last = kept?.index ?? -2
  }
  const isWholeEnd = last === blocks.size - 1
  return text + (isWholeEnd || /^\s*\n$/.test(gaps.at(-1)!) ? gaps.at(-1)! : '')
}

function joinBlocks(children: readonly DocumentNode[]): string {
  const texts = writeSiblings(children)
  return texts
    .map((text, index) => {
      if (index === 0) return text
      const [before, mark] = children.slice(index - 1, index + 1).map(getOpaqueBullet)
      // After an empty item, a second blank line ends a list that would otherwise go on with the next one.
      const endsEmpty = before !== null && before === mark && EMPTY_LAST_ITEM.test(texts[index - 1]!)
      return `${endsEmpty ? '\n\n\n' : '\n\n'}${text}`
    })
    .join('')
}

const EMPTY_LAST_ITEM = /(?:^|\n) {0,3}(?:[-+*]|\d{1,9}[.)]) ?$/

const BULLETS = ['-', '*', '+'] as const
const NUMBERS = ['.', ')'] as const
type Bullet = (typeof BULLETS | typeof NUMBERS)[number]

/** Two lists of a kind in a row have different marks, or they would be one. */
function writeSiblings(children: readonly DocumentNode[], outer: Bullet | null = null): string[] {
  let mark: Bullet | null = null
  const texts = children.map((child, index) => {
    const before = index === 0 ? outer : mark
    mark = getBullet(child, [before, getOpaqueBullet(children[index + 1])])
    return writeBlock(child, mark, index === 0 ? outer : null, outer !== null)
  })
  // A block that is indented would belong to the list before it, unless that is indented alike.
  for (let index = children.length - 2; index >= 0; index--) {
    const [indent = ''] = /^ {1,3}(?=\S)/.exec(texts[index + 1]!) ?? []
    if (/_list$/.test(children[index]!.type.name)) texts[index] = texts[index]!.replaceAll(/^(?=.)/gm, indent)
  }
  return texts
}

function getBullet(block: DocumentNode, avoided: readonly (Bullet | null)[]): Bullet | null {
  const { name } = block.type
  if (name === 'bullet_list') return BULLETS.find((mark) => !avoided.includes(mark)) ?? '-'
  if (name === 'ordered_list') return NUMBERS.find((mark) => !avoided.includes(mark)) ?? '.'
  return getOpaqueBullet(block)
}

const LIST_MARK = /^ {0,3}(?:([-+*])|\d{1,9}([.)]))(?:\s|$)/

function getOpaqueBullet(block: DocumentNode | undefined): Bullet | null {
  const [, bullet, number] = LIST_MARK.exec(String(block?.attrs.source ?? '')) ?? []
  return ((bullet ?? number) as Bullet | undefined) ?? null
}

/** One block of the first level. */
function serialiseBlock(block: DocumentNode, before?: DocumentNode): string {
  return writeBlock(block, getBullet(block, before?.type === block.type ? ['-', '.'] : []), null, false)
}

/** @param outer the mark of the list, if the block is the first of an item */
function writeBlock(block: DocumentNode, mark: Bullet | null, outer: Bullet | null, isInItem: boolean): string {
  switch (block.type.name) {
    case 'heading':
      return `${'#'.repeat(block.attrs.level)} ${serialiseInline(block, 'heading')}`.trimEnd()
    case 'blockquote':
      return prefixLines(writeSiblings(listContent(block)).join('\n\n'), '> ')
    case 'bullet_list':
    case 'ordered_list':
      return writeList(block, mark!)
    case 'code_block':
      return writeCode(block)
    case 'horizontal_rule':
      // Below a paragraph, dashes would make it a heading.
      return isInItem && outer !== '*' ? '***' : '---'
    case 'table':
      return writeTable(block)
    case 'opaque':
      return String(block.attrs.source)
    default:
      return serialiseInline(block, 'paragraph')
  }
}

/** Blocks without empty paragraphs, which Markdown cannot say. */
const listContent = (block: DocumentNode): DocumentNode[] => block.children.filter((child) => !isEmptyParagraph(child))

function prefixLines(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
    .join('\n')
}

function writeList(list: DocumentNode, mark: Bullet): string {
  const items = list.children.map(listContent)
  const isSingle = items.length === 1 && items[0]!.length < 2
  const isTight = isSingle || (list.attrs.tight && items.every((item) => !needsBlankLine(item)))
  return items
    .map((item, index) => {
      const number = Math.min(Number(list.attrs.order) + index, 999_999_999)
      const bullet = mark === '.' || mark === ')' ? `${number}${mark}` : mark
      const indent = ' '.repeat(bullet.length + 1)
      const body = writeSiblings(item, mark).join(isTight ? '\n' : '\n\n')
      const lines = body.split('\n').map((line, at) => (at === 0 || line === '' ? line : indent + line))
      return `${bullet} ${lines.join('\n')}`.trimEnd()
    })
    .join(isTight ? '\n' : '\n\n')
}

/** Whether the blocks of an item would be read as others without a blank line between them. */
function needsBlankLine(item: readonly DocumentNode[]): boolean {
  return item.some((block, index) => {
    const next = item[index + 1]
    if (!next) return false
    const { name } = next.type
    if (name === 'paragraph') return endsWithParagraph(block) || block.type.name === 'table'
    if (!endsWithParagraph(block)) return name === 'blockquote' && block.type.name === 'blockquote'
    if (name === 'ordered_list' && next.attrs.order !== 1) return true
    if (name === 'ordered_list' || name === 'bullet_list') return listContent(next.firstChild!).length === 0
    return name === 'table' || (name === 'blockquote' && block.type.name !== 'paragraph')
  })
}

/** A line behind it would belong to that paragraph. */
function endsWithParagraph(block: DocumentNode): boolean {
  if (block.type.name === 'paragraph') return true
  const last =
    block.type.name === 'list_item' || block.type.name === 'blockquote' ? listContent(block).at(-1) : block.lastChild
  return (
    /^(?:blockquote|bullet_list|ordered_list|list_item)$/.test(block.type.name) && !!last && endsWithParagraph(last)
  )
}

function writeCode({ textContent, attrs }: DocumentNode): string {
  const text = textContent.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
  const params = String(attrs.params)
  const sign = params.includes('`') ? '~' : '`'
  const longest = Math.max(2, ...(text.match(/`+|~+/g) ?? []).map(({ length }) => length))
  const fence = sign.repeat(longest + 1)
  return `${fence}${params}\n${text === '' ? '' : `${text}\n`}${fence}`
}

/** The first row is the head. Rows that are too short get empty cells. */
function writeTable(table: DocumentNode): string {
  const rows = table.children.map((row) => row.children)
  const [head = []] = rows
  const width = Math.max(...rows.map(({ length }) => length))
  const format = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const toCells = (cells: readonly DocumentNode[]) =>
    Array.from({ length: width }, (_, index) => (cells[index] ? serialiseInline(cells[index].firstChild!, 'cell') : ''))
  const rules = { left: ':--', center: ':-:', right: '--:' } as Record<string, string>
  const alignments = Array.from({ length: width }, (_, index) => rules[head[index]?.attrs.align] ?? '---')
  const [first, ...rest] = rows.map((cells) => format(toCells(cells)))
  return [first, format(alignments), ...rest].join('\n')
}
