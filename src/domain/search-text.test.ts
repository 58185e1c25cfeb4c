import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../tests/support/laws.ts'
import { findFolded, foldSearchText, isSearchable } from './search-text.ts'

test.each([
  ['Café, Inês & SØREN', 'cafe ines soren'],
  ['Straße Ærø Œuvre ŁÓDŹ İstanbul ısı', 'strasse aero oeuvre lodz istanbul isi'],
  ['Ελλάς ΟΔΟΣ', 'ελλασ οδοσ'],
  ['Ёлка и йод', 'елка и иод'],
  ['שָׁלוֹם עֲלֵיכֶם', 'שלום עליכם'],
  ['أَهْلًا، مدرسة كـتاب', 'اهلا مدرسه كتاب'],
  ['ＡＢＣ １２３ ﬁlm', 'abc 123 film'],
  ['東京、カメラ', '東 京 カ メ ラ'],
  ['ตากล้อง', 'ต า ก ล ้ อ ง'],
  ['한국어 영화', '한국어 영화'],
  ['हिन्दी।', 'हिन्दी'],
])('%j is compared as %j', (text, folded) => {
  expect(foldSearchText(text)).toBe(folded)
  expect(foldSearchText(folded)).toBe(folded)
})

test('a search has two characters, or one that is a word', () => {
  expect(['字', 'か', 'ab', 'é1'].map(isSearchable)).toEqual([true, true, true, true])
  expect(['a', ' é ', '??', ''].map(isSearchable)).toEqual([false, false, false, false])
})

test('law: a part of a text is found in it, and what is found folds to the words that were searched', () => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom('é', 'ß', 'ﬃ', '京', ' ', '-', 'İ', 'a'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 30,
  })
  fc.assert(
    fc.property(texts, texts, texts, (before, part, after) => {
      const text = `${before} ${part} ${after}`
      const matches = findFolded(text, part)
      if (foldSearchText(part) !== '') expect(matches.length).toBeGreaterThan(0)
      for (const { at, end } of matches)
        expect(foldSearchText(text.slice(at, end)).replaceAll(' ', '')).toContain(
          foldSearchText(part).replaceAll(' ', ''),
        )
      for (const [index, { at }] of matches.entries()) expect(at).toBeGreaterThanOrEqual(matches[index - 1]?.end ?? 0)
    }),
    { ...countComputedOrders(1000), examples: [['', '\u1680', '']] },
  )
})
