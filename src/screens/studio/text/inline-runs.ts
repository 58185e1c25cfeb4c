/** What a line of Markdown can say of the content of a paragraph: the normal form that serialising starts from. */
import { type Node as DocumentNode, Fragment, type Mark, type MarkType } from 'prosemirror-model'
import { lessonMarkdown } from '#learn/lessons/text/dialect.ts'
import { schema } from './schema.ts'

/** Text, or a node of one line such as a picture. */
export type Run =
  | { text: string; node: null; marks: readonly Mark[] }
  | { text: ''; node: DocumentNode; marks: readonly Mark[] }

const { strong, em, strike, link, code } = schema.marks as Record<
  'strong' | 'em' | 'strike' | 'link' | 'code',
  MarkType
>
export const marks = { strong, em, strike, link, code }

const isBreak = ({ node }: Run) => node?.type.name === 'hard_break'
const isSpace = (run: Run) => isBreak(run) || (run.node === null && /^[ \t]*$/.test(run.text) && !hasMark(run, code))
export const hasMark = (run: Run, type: MarkType): boolean => type.isInSet(run.marks) !== undefined

/** @param isOneLine in a heading or a table, where no line can end */
export function toRuns(block: DocumentNode, isOneLine: boolean): Run[] {
  const runs: Run[] = []
  block.forEach((child) => {
    const { marks: own } = child
    if (child.isText) runs.push(...toLinks({ text: cleanText(child.text!), node: null, marks: own }))
    else if (child.type.name === 'hard_break' && isOneLine) runs.push({ text: ' ', node: null, marks: own })
    else runs.push({ text: '', node: child, marks: own })
  })
  let marked = runs
  for (const type of [em, strong, strike]) marked = unmarkEdges(marked, type)
  return merge(trimLines(merge(marked)))
}

/** Markdown has no control characters, and its lines end elsewhere. */
const cleanText = (text: string) =>
  text.replace(/[\n\v\f\r]/g, ' ').replace(/\p{Cc}/gu, (sign) => (sign === '\t' ? sign : ''))

/** A bare address in the text is a link, as it is for learners. */
function toLinks(run: Run): Run[] {
  const { text, marks: own } = run
  if (hasMark(run, link) || hasMark(run, code)) return [run]
  const runs: Run[] = []
  let from = 0
  for (const match of lessonMarkdown.linkify.match(text) ?? []) {
    const href = lessonMarkdown.normalizeLink(match.url)
    if (!lessonMarkdown.validateLink(href)) continue
    const before = text.slice(from, match.index)
    if (before) runs.push({ text: before, node: null, marks: own })
    const mark = link.create({ href })
    runs.push({ text: formatAddress(href, match.text), node: null, marks: mark.addToSet(own) })
    from = match.lastIndex
  }
  return text.length > from ? [...runs, { text: text.slice(from), node: null, marks: own }] : runs
}

/** The words that a learner sees of a bare address. */
export function formatAddress(href: string, written: string): string {
  const isAddress = href.startsWith('mailto:') && !/^mailto:/i.test(written)
  const words = lessonMarkdown.normalizeLinkText(isAddress ? `mailto:${written}` : written)
  return isAddress ? words.replace(/^mailto:/, '') : words
}

/** Marks cannot begin or end with white space. */
function unmarkEdges(runs: readonly Run[], type: MarkType): Run[] {
  const result: Run[] = []
  for (let at = 0; at < runs.length; ) {
    let end = at
    while (end < runs.length && hasMark(runs[end]!, type)) end++
    if (end === at) result.push(runs[at++]!)
    else {
      result.push(...unmarkGroup(runs.slice(at, end), type))
      at = end
    }
  }
  return result
}

function unmarkGroup(group: readonly Run[], type: MarkType): Run[] {
  const unmark = (run: Run): Run => ({ ...run, marks: type.removeFromSet(run.marks) })
  const first = group.findIndex((run) => !isSpace(run))
  if (first === -1) return group.map(unmark)
  const last = group.findLastIndex((run) => !isSpace(run))
  return group.flatMap((run, index) => {
    if (index < first || index > last) return [unmark(run)]
    if (run.node !== null || hasMark(run, code)) return [run]
    const before = index === first ? run.text.slice(0, run.text.length - run.text.trimStart().length) : ''
    const after = index === last ? run.text.slice(run.text.trimEnd().length) : ''
    const inner = { ...run, text: run.text.slice(before.length, run.text.length - after.length) }
    return [
      ...(before ? [unmark({ ...run, text: before })] : []),
      inner,
      ...(after ? [unmark({ ...run, text: after })] : []),
    ]
  })
}

/** No line begins or ends with spaces, and the last one does not break. */
function trimLines(runs: readonly Run[]): Run[] {
  const trimmed: Run[] = []
  const trimEnd = () => {
    for (let last = trimmed.at(-1); last && last.node === null && !hasMark(last, code); last = trimmed.at(-1)) {
      trimmed.pop()
      const text = trimEndSpaces(last.text)
      if (text === '') continue
      trimmed.push({ ...last, text })
      return
    }
  }
  for (const run of runs) {
    const isLineStart = trimmed.length === 0 || isBreak(trimmed.at(-1)!)
    if (isBreak(run)) {
      trimEnd()
      if (trimmed.length > 0) trimmed.push(run)
    } else if (isLineStart && run.node === null && !hasMark(run, code)) {
      const text = run.text.replace(/^[ \t]+/, '')
      if (text !== '') trimmed.push({ ...run, text })
    } else trimmed.push(run)
  }
  trimEnd()
  while (trimmed.length > 0 && isBreak(trimmed.at(-1)!)) {
    trimmed.pop()
    trimEnd()
  }
  return trimmed
}

/** Other white space stays. */
function trimEndSpaces(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return text.slice(0, end)
}

function merge(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    if (run.node === null && run.text === '') continue
    if (run.node === null && last?.node === null && sameMarks(last.marks, run.marks))
      merged[merged.length - 1] = { ...last, text: last.text + run.text }
    else merged.push(run)
  }
  return merged
}

const sameMarks = (one: readonly Mark[], other: readonly Mark[]) =>
  one.length === other.length && one.every((mark, index) => mark.eq(other[index]!))

export function toFragment(runs: readonly Run[]): Fragment {
  return Fragment.fromArray(runs.map(({ text, node, marks: own }) => node?.mark(own) ?? schema.text(text, own)))
}
