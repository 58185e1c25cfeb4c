/** The content of a paragraph, a heading or a cell as Markdown. */
import type { Node as DocumentNode, Mark, MarkType } from 'prosemirror-model'
import { lessonMarkdown } from '#learn/lessons/text/dialect.ts'
import { formatAddress, hasMark, marks, type Run, toFragment, toRuns } from './inline-runs.ts'
import { readBlocks } from './parse-text.ts'

export type TextPlace = 'paragraph' | 'heading' | 'cell'

/** `text` is still to be escaped. `delimiter`: the beginning or end of a mark. */
type Piece = { kind: 'text' | 'raw' | 'opening' | 'closing'; text: string }
type Style = { em: '*' | '_'; encodes: 'nothing' | 'outside' | 'both' }

const STYLES: readonly Style[] = [
  { em: '*', encodes: 'nothing' },
  { em: '_', encodes: 'nothing' },
  { em: '*', encodes: 'outside' },
  { em: '*', encodes: 'both' },
  { em: '_', encodes: 'both' },
]

const cache = { paragraph: new WeakMap(), heading: new WeakMap(), cell: new WeakMap() } as Record<
  TextPlace,
  WeakMap<DocumentNode, string>
>

/**
 * The first way of writing it that reads as it was. Marks that cannot be written, such as bold half a word that begins
 * with a bracket within another mark, are left out.
 */
export function serialiseInline(block: DocumentNode, place: TextPlace): string {
  const cached = cache[place].get(block)
  if (cached !== undefined) return cached
  const runs = toRuns(block, place !== 'paragraph')
  const written = STYLES.map((style) => write(runs, place, style)).find((text) => reads(text, runs, place))
  const text = written ?? writeWithoutMarks(runs, place)
  cache[place].set(block, text)
  return text
}

function writeWithoutMarks(runs: readonly Run[], place: TextPlace): string {
  const plain = runs.map((run) => ({ ...run, marks: [] }))
  return write(plain, place, { em: '*', encodes: 'nothing' })
}

function reads(text: string, runs: readonly Run[], place: TextPlace): boolean {
  if (text === '') return runs.length === 0
  const labels = runs.flatMap(({ node }) => (node?.type.name === 'footnote' ? [String(node.attrs.label)] : []))
  const source = place === 'paragraph' ? text : place === 'heading' ? `## ${text}` : `| ${text} |\n| --- |`
  const [first, second] = readBlocks(source, labels)
  const block = place === 'cell' ? first?.node?.firstChild?.firstChild?.firstChild : first?.node
  const isWhole = second === undefined && first?.end === source.length
  const type = place === 'heading' ? 'heading' : 'paragraph'
  return isWhole && block?.type.name === type && block.content.eq(toFragment(runs))
}

function write(runs: readonly Run[], place: TextPlace, style: Style): string {
  const text = join(toPieces(runs, [], style), style)
  if (place === 'cell') return text.replaceAll('|', '\\|')
  if (place === 'heading') return text.replace(/#$/, '\\#')
  return text
    .split('\n')
    .map((line, index) => escapeLineStart(line, index > 0))
    .join('\n')
}

/** The longest mark is outside. */
function toPieces(runs: readonly Run[], open: readonly Mark[], style: Style): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < runs.length; ) {
    const group = findGroup(runs, at, open)
    if (group === null) {
      pieces.push(...toLeaf(runs[at]!))
      at++
    } else {
      const inside = runs.slice(at, group.end)
      pieces.push(...wrap(group.mark, inside, [...open, group.mark], style, pieces.at(-1), runs[group.end]))
      at = group.end
    }
  }
  return pieces
}

const ORDER: readonly MarkType[] = [marks.link, marks.strong, marks.em, marks.strike]

function findGroup(runs: readonly Run[], at: number, open: readonly Mark[]): { mark: Mark; end: number } | null {
  const waiting = runs[at]!.marks.filter((mark) => ORDER.includes(mark.type) && !mark.isInSet(open))
  const groups = waiting.map((mark) => {
    let end = at
    while (end < runs.length && mark.isInSet(runs[end]!.marks)) end++
    return { mark, end }
  })
  groups.sort((a, b) => b.end - a.end || ORDER.indexOf(a.mark.type) - ORDER.indexOf(b.mark.type))
  return groups[0] ?? null
}

function wrap(
  mark: Mark,
  inside: readonly Run[],
  open: readonly Mark[],
  style: Style,
  before: Piece | undefined,
  after: Run | undefined,
): Piece[] {
  if (mark.type === marks.link) {
    const bare = writeBareLink(mark, inside, before, after)
    if (bare !== null) return [{ kind: 'raw', text: bare }]
    const pieces = toPieces(inside, open, style)
    return [{ kind: 'raw', text: '[' }, ...pieces, { kind: 'raw', text: `](${formatTarget(mark)})` }]
  }
  const delimiter = mark.type === marks.strong ? '**' : mark.type === marks.em ? style.em : '~~'
  const pieces = toPieces(inside, open, style)
  return [{ kind: 'opening', text: delimiter }, ...pieces, { kind: 'closing', text: delimiter }]
}

/** An address whose words are the address itself. Null: it needs brackets. */
function writeBareLink(mark: Mark, inside: readonly Run[], before: Piece | undefined, after: Run | undefined) {
  const [run, second] = inside
  const href = String(mark.attrs.href)
  if (second || !run || run.node !== null || mark.attrs.title !== '' || hasMark(run, marks.code)) return null
  const written = href.startsWith('mailto:') && !run.text.startsWith('mailto:') ? href.slice('mailto:'.length) : href
  if (formatAddress(href, written) !== run.text || /[<>\s]/.test(written)) return null
  const isApart = (before === undefined || /\s$/.test(before.text)) && (after === undefined || /^\s/.test(after.text))
  const [match, another] = lessonMarkdown.linkify.match(written) ?? []
  const isWhole = match !== undefined && !another && match.index === 0 && match.lastIndex === written.length
  return isApart && isWhole && !/[*_~[\]\\`&|]/.test(written) ? written : `<${written}>`
}

function formatTarget({ attrs }: Mark): string {
  const href = String(attrs.href).replace(/&(?=#?\w+;)/g, '\\&')
  const target = href === '' || /[()<>\s]/.test(href) ? `<${href}>` : href
  const title = String(attrs.title)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/["\\]|&(?=#?\w+;)/g, '\\$&')
  return title === '' ? target : `${target} "${title}"`
}

function toLeaf(run: Run): Piece[] {
  const { node, text } = run
  if (node === null)
    return [hasMark(run, marks.code) ? { kind: 'raw', text: toCodeSpan(text) } : { kind: 'text', text }]
  if (node.type.name === 'hard_break') return [{ kind: 'raw', text: '\\\n' }]
  if (node.type.name === 'footnote') return [{ kind: 'raw', text: `[^${node.attrs.label}]` }]
  return [{ kind: 'raw', text: `![${node.attrs.alt}](asset:${node.attrs.assetId})` }]
}

function toCodeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$/.test(text) || /^ .* $|^ $/.test(text) ? ' ' : ''
  return fence + pad + text + pad + fence
}

function join(pieces: readonly Piece[], style: Style): string {
  return pieces
    .map(({ kind, text }, index) => {
      if (kind !== 'text') return text
      const [before, after] = [pieces[index - 1], pieces[index + 1]]
      const isEncoded = (side: Piece | undefined, inner: Piece['kind'], outer: Piece['kind']) =>
        side !== undefined &&
        ((style.encodes === 'both' && side.kind === inner) || (style.encodes !== 'nothing' && side.kind === outer))
      const first = isEncoded(before, 'opening', 'closing') ? takeFirst(text) : ''
      const rest = text.slice(first.length)
      const last = isEncoded(after, 'closing', 'opening') ? takeLast(rest) : ''
      const inner = rest.slice(0, rest.length - last.length)
      const isLineStart = before === undefined || before.text.endsWith('\n')
      const isLineEnd = after === undefined || after.text.endsWith('\n')
      return encode(first) + escapeText(inner, isLineStart && first === '', isLineEnd && last === '') + encode(last)
    })
    .join('')
}

const takeFirst = (text: string) => /^[^ \t]/u.exec(text)?.[0] ?? ''
const takeLast = (text: string) => /[^ \t]$/u.exec(text)?.[0] ?? ''
const encode = (character: string) => (character === '' ? '' : `&#${character.codePointAt(0)};`)

function escapeText(text: string, isLineStart: boolean, isLineEnd: boolean): string {
  const escaped = text.replace(/[\\`[\]*_~<&]/g, (sign, at: number) => {
    const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? '']
    if (sign === '*' && before === ' ' && after === ' ') return sign
    if (sign === '_' && isLetter(before) && isLetter(after)) return sign
    if (sign === '~' && before !== '~' && after !== '~' && before !== '' && after !== '') return sign
    if (sign === '<' && !/[a-z]/i.test(after)) return sign
    if (sign === '&' && !/^&(?:#x[a-f0-9]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,31});/i.test(text.slice(at))) return sign
    return `\\${sign}`
  })
  // White space of other kinds is cut at the ends of a line.
  const start = isLineStart ? escaped.replace(/^\s/u, encode) : escaped
  return isLineEnd ? start.replace(/\s$/u, encode) : start
}

const isLetter = (sign: string) => /^[\p{L}\p{N}]$/u.test(sign)

/** @param isContinued a line of the same paragraph is before it */
function escapeLineStart(line: string, isContinued: boolean): string {
  if (/^(?:#{1,6}|[-+*])(?:\s|$)|^>/.test(line) || /^[-=]+\s*$/.test(line)) return `\\${line}`
  if (/^\d{1,9}[.)](?:\s|$)/.test(line)) return line.replace(/[.)]/, '\\$&')
  if (/^\[\^[^\]\s]+\]:/.test(line)) return line.replace(']:', ']\\:')
  return isContinued && /^[|:]/.test(line) ? `\\${line}` : line
}
