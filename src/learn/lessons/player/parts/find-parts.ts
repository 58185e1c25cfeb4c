import { findFolded } from '#domain/search-text.ts'

/** A part of a text from character `at` on. */
type TextPart = { at: number; part: string; isMatch: boolean }

/** The text in parts, with those that match the query marked, by the rules of the search. */
export function findParts(text: string, query: string): TextPart[] {
  const parts: TextPart[] = []
  let last = 0
  for (const { at, end } of findFolded(text, query)) {
    parts.push(
      { at: last, part: text.slice(last, at), isMatch: false },
      { at, part: text.slice(at, end), isMatch: true },
    )
    last = end
  }
  return [...parts, { at: last, part: text.slice(last), isMatch: false }]
}
