/**
 * Text as it was meant, for e-mail addresses, numbers and codes: without the characters that copies bring along unseen
 * (Unicode's format characters, such as a zero-width space), with full-width letters and digits as ASCII, and without
 * spaces at its ends. Not for names, where format characters join letters: `plainLine`.
 */
export function plainTyped(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
}

/** A typed code, with the dashes that keyboards put for a hyphen as hyphens. */
export const plainCode = (text: string): string => plainTyped(text).replace(/[\p{Pd}\u2212]/gu, '-')

/** A typed code of digits, without the spaces and dashes that people put between them. */
export const plainDigits = (text: string): string => plainCode(text).replace(/[\s-]/g, '')

/** What joins letters in Persian, Sinhala and other scripts (zero-width joiner and non-joiner), and the parts of emoji. */
const JOINED =
  /([\p{L}\p{M}][\u200C\u200D](?=[\p{L}\p{M}])|(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F)\u200D(?=\p{Extended_Pictographic}))|[\p{Cc}\p{Cf}]/gu

/** A name in one line: control and format characters become spaces, except joiners that its script needs. */
export function plainLine(text: string): string {
  return text
    .replace(JOINED, (_sign, joined: string | undefined) => joined ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/*
 * Typed text in sentences of another direction (Unicode's bidirectional algorithm, UAX #9). Pages have `<bdi>` for it.
 * Subjects and plain texts have no markup, so they contain Unicode's isolates.
 */

export const ISOLATE_START = '\u2068'
export const ISOLATE_END = '\u2069'

/** The blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const ISOLATE_MARKS = /[\u2066-\u2069]/g
/** Embeddings and overrides, which turn what follows them in our sentence too. */
const OVERRIDES = /[\u202A-\u202E]/g

/**
 * A sentence of ours with typed values, as the tag of a template. A value with letters of a right-to-left script keeps
 * its own direction, and so moves no comma and no number of the sentence. Other values stay as they are.
 */
export function isolated(sentence: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: sentence }, ...values.map((value) => isolate(String(value))))
}

/** Each line on its own, because an isolate ends with its line. */
function isolate(text: string): string {
  const lines = text.replace(OVERRIDES, '').split('\n').map(removeOpenMarks)
  return lines.map((line) => (RIGHT_TO_LEFT.test(line) ? `${ISOLATE_START}${line}${ISOLATE_END}` : line)).join('\n')
}

/** A typed mark without its counterpart would end our isolate, or never end. */
function removeOpenMarks(line: string): string {
  let depth = 0
  const isNested = (line.match(ISOLATE_MARKS) ?? []).every((mark) => {
    depth += mark === ISOLATE_END ? -1 : 1
    return depth >= 0
  })
  return isNested && depth === 0 ? line : line.replace(ISOLATE_MARKS, '')
}

/** The direction of a paragraph: that of its first letter outside isolates. */
export function getTextDirection(text: string): 'rtl' | 'ltr' {
  let depth = 0
  for (const sign of text) {
    if (sign === ISOLATE_START) depth++
    else if (sign === ISOLATE_END) depth--
    else if (depth <= 0 && /\p{L}/u.test(sign)) return RIGHT_TO_LEFT.test(sign) ? 'rtl' : 'ltr'
  }
  return 'ltr'
}
