import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts, type Line, markDifferences, type Part, toPlainText } from './compare-texts.ts'

const words = fc
  .array(fc.constantFrom('one', 'two', 'three', ' ', '\n'), { maxLength: 30 })
  .map((list) => list.join(''))
const show = (parts: readonly Part[]) =>
  parts.map(({ text, isDifferent }) => (isDifferent ? `<${text}>` : text)).join('')
const showLines = (lines: readonly Line[]) => lines.map((line) => (line === null ? '…' : show(line)))

test('each text is shown whole, and what is not marked is the same in both', () => {
  fc.assert(
    fc.property(words, words, (mine, theirs) => {
      const [own, other] = markDifferences(mine, theirs)
      const join = (parts: readonly Part[]) => parts.map(({ text }) => text).join('')
      const joinSame = (parts: readonly Part[]) => join(parts.filter(({ isDifferent }) => !isDifferent))
      expect([join(own), join(other)]).toEqual([mine, theirs])
      expect(joinSame(own)).toBe(joinSame(other))
      if (mine === theirs) expect([...own, ...other].some(({ isDifferent }) => isDifferent)).toBe(false)
    }),
  )
})

test('of long texts only the lines around the difference are shown', () => {
  const lines = ['Intro', 'a', 'b', 'Say it once', 'c', 'd', 'e']
  const { mine, theirs } = compareTexts(lines.with(3, 'Say it once, with the currency').join('\n'), lines.join('\n'))
  expect(showLines(mine)).toEqual(['…', 'b', 'Say it <once, with the currency>', 'c', '…'])
  expect(showLines(theirs)).toEqual(['…', 'b', 'Say it <once>', 'c', '…'])
})

test('a long middle without anything in common is marked as a whole, at once', () => {
  const { mine } = compareTexts('a '.repeat(5_000), 'b '.repeat(5_000))
  expect(mine).toHaveLength(1)
})

test('a person who writes no Markdown sees none', () => {
  expect(toPlainText('2 * 3 is **six**')).toBe('2 * 3 is six')
  const source =
    '## Flour\n\n- **Strong** [bread flour](https://mill.test), 5\\*\n\n| Day | Hours |\n| --- | --- |\n| One | `2` |'
  expect(toPlainText(source)).toBe('Flour\n\n• Strong bread flour, 5*\n\nDay · Hours\nOne · 2')
})
