import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf, linesOf } from '#platform/pictures/glyphs.ts'
import { pngOf } from '#platform/pictures/png.ts'
import { drawPicture, HOME_PICTURE, picturePath, type SharePicture } from './share-picture.ts'

const words = fc.array(fc.string({ unit: fc.constantFrom(...'aeiouylmWMgpÅêłđ€₱ш’,-'), minLength: 1, maxLength: 9 }), {
  minLength: 1,
  maxLength: 12,
})

test('no line is wider than its place unless it is one long word, and no word is lost', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 200, max: 700 }), (given, width) => {
      const lines = linesOf(given.join(' '), 'display', 60, width)
      const longest = Math.max(...given.map((word) => lineOf(word, 'display', 60).width))
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(Math.max(width, longest) + 0.001)
      const space = lineOf(' ', 'display', 60).width
      const laid = lines.reduce((sum, line) => sum + line.width, 0) + (lines.length - 1) * space
      expect(Math.abs(laid - lineOf(given.join(' '), 'display', 60).width)).toBeLessThan(60)
    }),
    { numRuns: 40 },
  )
})

test('a picture is a PNG of the size that is promised, the same for the same words, whatever letters they have', async () => {
  const odd: SharePicture = { ...HOME_PICTURE, title: '<b>Đặng & "Łukasz" 🎬 шум</b> '.repeat(6) }
  const png = await pngOf('a', () => drawPicture(odd))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(await pngOf('a', () => 'not drawn again')).toBe(png)
  expect((await pngOf('b', () => drawPicture(odd))).equals(png)).toBe(true)
})

test('another word, poster or crop is another address', () => {
  const one = picturePath(HOME_PICTURE)
  expect(one).toMatch(/^\/og\/home-[0-9a-f]{16}\.png$/)
  for (const other of [{ title: 'x' }, { line: 'x' }, { focal: 1 }, { print: { ...HOME_PICTURE.print, hue: 1 } }])
    expect(picturePath({ ...HOME_PICTURE, ...other })).not.toBe(one)
  expect(picturePath({ ...HOME_PICTURE })).toBe(one)
})
