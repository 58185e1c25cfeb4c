import { expect, test } from 'vitest'
import { toPrintable } from './glyphs.ts'

test.each([
  'Zoë Gonçalves-Łuczak',
  'Ngô Thị Thuỳ Dương',
  'Ζωή Παπαδοπούλου',
  'Жанна Ёлкина',
  'नीलम शर्मा',
  'Two\nlines',
])('%s is printed as it is', (text) => {
  expect(toPrintable(text, 'plainer')).toBe(text)
})

test.each(['محمد', 'שלום', '王小明 Wang', 'ありがとう', '김민수', 'สมชาย', 'សុខា', 'ગીતા', '👩🏽‍🎨', ''.padEnd(3, '★')])(
  'the plainer text is printed for %s',
  (text) => {
    expect(toPrintable(text, 'plainer')).toBe('plainer')
  },
)

test.each([
  ['Ana 👩🏽‍🎨 Cruz', 'Ana Cruz'],
  ['🎬 Film 101 ✨', 'Film 101'],
  ['Light\r\nand 🌒 shade', 'Light\nand shade'],
])('signs without a glyph are left out of %s', (text, printed) => {
  expect(toPrintable(text, 'plainer')).toBe(printed)
})
