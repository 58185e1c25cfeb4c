/**
 * Text as the search compares it. The database folds in the same way (`fold_search_text` in
 * migrations/0001_platform.sql), so that a list that a browser filters finds what a search on the server finds.
 */

/** Accents, the vowel signs of Hebrew and Arabic, and the voicing marks of Japanese. Other scripts need their marks. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u3099\u309a]/g
/** Spaces and punctuation. */
const SEPARATORS =
  /[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u3000-\u303f]/gu
/** Scripts that are written without spaces: every character is a word. */
const WORD_CHARACTERS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\u{20000}-\u{3ffff}]/gu
/** Letters that do not decompose, and letters of Arabic that people write for each other. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06a9': '\u0643',
  '\u0629': '\u0647',
}
const REPLACED = /[øłđħıŧςßæœ\u0671\u0649\u06cc\u06a9\u0629]/g

/** Lower case, without accents, one space between words: "Inês" becomes "ines", "Straße" becomes "strasse". */
export function foldSearchText(text: string): string {
  return trimSpaces(foldLetters(text.toWellFormed()).replace(WORD_CHARACTERS, ' $& ').replace(/ +/g, ' '))
}

/** Whether a search may begin: two characters, or one that is a word. */
export function isSearchable(query: string): boolean {
  const folded = foldSearchText(query)
  return folded.length > 1 || folded.match(WORD_CHARACTERS) !== null
}

/** Where the folded query stands in a text, in order and without overlaps, by positions in the text itself. */
export function findFolded(text: string, query: string): { at: number; end: number }[] {
  const wanted = trimSpaces([...new Intl.Segmenter().segment(query)].reduce(appendFolded, ''))
  if (wanted === '') return []
  let folded = ''
  const sources: { at: number; end: number }[] = []
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    folded = appendFolded(folded, { segment })
    while (sources.length < folded.length) sources.push({ at: index, end: index + segment.length })
  }
  const matches: { at: number; end: number }[] = []
  let from = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    from = at + wanted.length
    const match = { at: sources[at]!.at, end: sources[from - 1]!.end }
    // Two matches may lie inside the folded form of one character.
    if (match.at >= (matches.at(-1)?.end ?? 0)) matches.push(match)
  }
  return matches
}

/** `trim` would also remove blanks that are letters here, such as the Ogham space. */
function trimSpaces(folded: string): string {
  return folded.replace(/^ | $/g, '')
}

function appendFolded(folded: string, { segment }: { segment: string }): string {
  const letters = foldLetters(segment.toWellFormed()).replace(/ +/g, ' ')
  return folded + (folded.endsWith(' ') && letters.startsWith(' ') ? letters.slice(1) : letters)
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(REPLACED, (letter) => LETTERS[letter]!)
    .replace(SEPARATORS, ' ')
}
