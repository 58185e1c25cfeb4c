/** The part of a lesson's text that a search result shows. docs/contract §16. */
import { findFolded } from '#domain/search-text.ts'
import type { TextNode } from '../wire/text.ts'
import { parseLessonText } from './lesson-text.ts'

const LENGTH = 200
const LENGTH_BEFORE = 60
/** Their text is part of the sentence around them. All other elements stand apart. */
const INLINE_TAGS = new Set<string>(['a', 'code', 'em', 's', 'strong', 'sup'])

/** @returns about 200 characters around the phrase without Markdown, in whole words; null if only marks contain it */
export function getTextExcerpt(markdown: string, phrase: string): string | null {
  const text = toPlainText(parseLessonText(markdown)).replaceAll(/\s+/g, ' ').trim()
  const [match] = findFolded(text, phrase)
  if (!match) return null
  const { at, end: matchEnd } = match
  const from = at <= LENGTH_BEFORE ? 0 : text.indexOf(' ', at - LENGTH_BEFORE - 1) + 1
  const end = from + LENGTH >= text.length ? text.length : text.lastIndexOf(' ', from + LENGTH)
  return text.slice(Math.min(from, at), Math.max(end, matchEnd))
}

function toPlainText(nodes: readonly TextNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      // The arrow back from a footnote has no text.
      if (node.tag === 'back') return ''
      const text = toPlainText(node.children)
      return INLINE_TAGS.has(node.tag) ? text : ` ${text} `
    })
    .join('')
}
