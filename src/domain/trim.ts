/** Cuts characters off the ends of a text, in one pass over them. A pattern such as /x+$/ starts again at each x. */

/** @param cuts whether one UTF-16 unit goes */
export function trim(text: string, cuts: (character: string) => boolean): string {
  const kept = trimEnd(text, cuts)
  let start = 0
  while (start < kept.length && cuts(kept[start]!)) start++
  return kept.slice(start)
}

/** @param cuts whether one UTF-16 unit goes */
export function trimEnd(text: string, cuts: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && cuts(text[end - 1]!)) end--
  return text.slice(0, end)
}

export const isSlash = (character: string): boolean => character === '/'
