/** A part of a text from character `at` on. */
type TextPart = { at: number; part: string; isMatch: boolean }

/** The text in parts, with those that match the query marked. Upper and lower case are the same. */
export function findParts(text: string, query: string): TextPart[] {
  const [where, wanted] = [text.toLowerCase(), query.toLowerCase()]
  // A few capitals have a longer lower-case form, so positions would not fit.
  if (!wanted || where.length !== text.length) return [{ at: 0, part: text, isMatch: false }]
  const parts: TextPart[] = []
  let at = 0
  for (let match = where.indexOf(wanted); match >= 0; match = where.indexOf(wanted, at)) {
    parts.push({ at, part: text.slice(at, match), isMatch: false })
    parts.push({ at: match, part: text.slice(match, match + wanted.length), isMatch: true })
    at = match + wanted.length
  }
  return [...parts, { at, part: text.slice(at), isMatch: false }]
}
