/** What differs between two texts, word by word, to show both beside each other. Pure. */

export type Part = { text: string; isDifferent: boolean }
/** Null: lines that are the same in both texts are left out here. */
export type Line = readonly Part[] | null

/** Cells of the table of the comparison. Longer middles are different as a whole. */
const MAX_CELLS = 4_000_000

/** Both texts by lines. Of what they have in common, only the lines next to a difference are shown. */
export function compareTexts(mine: string, theirs: string): { mine: Line[]; theirs: Line[] } {
  const [own, other] = markDifferences(mine, theirs)
  return { mine: leaveOutSame(toLines(own)), theirs: leaveOutSame(toLines(other)) }
}

/** The parts of each text. Those that are not different are the same words in the same order in both. */
export function markDifferences(mine: string, theirs: string): [Part[], Part[]] {
  const [own, other] = [toWords(mine), toWords(theirs)]
  const start = countSame(own, other)
  const end = countSame(own.slice(start).toReversed(), other.slice(start).toReversed())
  const [ownMiddle, otherMiddle] = [own.slice(start, own.length - end), other.slice(start, other.length - end)]
  const [isOwnShared, isOtherShared] = findShared(ownMiddle, otherMiddle)
  const mark = (words: string[], isShared: boolean[]) =>
    words.map((text, index) => {
      const isMiddle = index >= start && index < words.length - end
      return { text, isDifferent: isMiddle && !isShared[index - start] }
    })
  return [mark(own, isOwnShared), mark(other, isOtherShared)]
}

/** Words, the spaces between them, and line ends. */
const toWords = (text: string): string[] => text.match(/\n|[^\S\n]+|\S+/g) ?? []

function countSame(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((word, position) => word !== other[position])
  return index === -1 ? one.length : index
}

/** Which words of each are in their longest common sequence. */
function findShared(own: readonly string[], other: readonly string[]): [boolean[], boolean[]] {
  const isOwnShared = own.map(() => false)
  const isOtherShared = other.map(() => false)
  const width = other.length + 1
  if ((own.length + 1) * width > MAX_CELLS) return [isOwnShared, isOtherShared]
  const lengths = new Uint16Array((own.length + 1) * width)
  for (let row = own.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        own[row] === other[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!)
  let [row, column] = [0, 0]
  while (row < own.length && column < other.length) {
    if (own[row] === other[column]) {
      isOwnShared[row++] = true
      isOtherShared[column++] = true
    } else if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) row++
    else column++
  }
  return [isOwnShared, isOtherShared]
}

/** Lines of parts that are joined where they can be. A space between two different words is different too. */
function toLines(words: readonly Part[]): Part[][] {
  const lines: Part[][] = [[]]
  for (const [index, word] of words.entries()) {
    const line = lines.at(-1)!
    const last = line.at(-1)
    const isBetween = word.text.trim() === '' && words[index - 1]?.isDifferent && words[index + 1]?.isDifferent
    const isDifferent = word.isDifferent || Boolean(isBetween)
    if (word.text === '\n') lines.push([])
    else if (last?.isDifferent === isDifferent) line[line.length - 1] = { isDifferent, text: last.text + word.text }
    else line.push({ text: word.text, isDifferent })
  }
  return lines
}

function leaveOutSame(lines: readonly Part[][]): Line[] {
  const isChanged = (line: Part[] | undefined) => line?.some(({ isDifferent }) => isDifferent) ?? false
  if (!lines.some(isChanged)) return [...lines]
  const isShown = (index: number) => [index - 1, index, index + 1].some((near) => isChanged(lines[near]))
  return lines.flatMap((line, index): Line[] => {
    if (isShown(index)) return [line]
    return index === 0 || isShown(index - 1) ? [null] : []
  })
}

/** Markdown as people who don’t write it read it: without its signs. */
export function toPlainText(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !isTableRule(line))
    .map((line) =>
      (line.trim().startsWith('|') ? formatRow(line) : line)
        .replace(/^(\s*)#{1,6}\s/, '$1')
        .replace(/^(\s*)[-*+]\s/, '$1• ')
        .replaceAll(/!\[([^[\]\n]*)\]\([^()\n]*\)/g, 'Picture: $1')
        .replaceAll(/\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
        // A star between two spaces is no sign.
        .replaceAll(/\\[!-/:-@[-`{-~]|\*+|`+/g, (sign, at: number, whole: string) => {
          if (sign.startsWith('\\')) return sign.slice(1)
          return sign.startsWith('*') && whole[at - 1] === ' ' && whole[at + sign.length] === ' ' ? sign : ''
        }),
    )
    .join('\n')
}

const isTableRule = (line: string) => line.includes('-') && line.includes('|') && /^[\s|:-]+$/.test(line)

const formatRow = (line: string) =>
  line
    .split('|')
    .flatMap((cell) => cell.trim() || [])
    .join(' · ')
