/** Trims characters at the ends of a text in one pass. A regular expression such as /x+$/ would restart at each x. */

/** @param shouldTrim whether to remove a UTF-16 unit */
export function trim(text: string, shouldTrim: (character: string) => boolean): string {
  const trimmed = trimEnd(text, shouldTrim)
  let start = 0
  while (start < trimmed.length && shouldTrim(trimmed[start]!)) start++
  return trimmed.slice(start)
}

/** @param shouldTrim whether to remove a UTF-16 unit */
export function trimEnd(text: string, shouldTrim: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && shouldTrim(text[end - 1]!)) end--
  return text.slice(0, end)
}

export const isSlash = (character: string): boolean => character === '/'
