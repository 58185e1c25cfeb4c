import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakIntoLines, createLine } from '#platform/pictures/glyphs.ts'
import { renderPng } from '#platform/pictures/png.ts'
import { createHomePicture, drawPicture, getPicturePath, type SharePicture } from './share-picture.ts'

const HOME_PICTURE = createHomePicture({ name: 'Mill School', headline: 'Learn by doing' })

const wordLists = fc.array(
  fc.string({ unit: fc.constantFrom(...'aeiouylmWMgpÅêłđ€₱ш’,-'), minLength: 1, maxLength: 9 }),
  {
    minLength: 1,
    maxLength: 12,
  },
)

test('no line is wider than its column unless it is one long word, and no word is lost', () => {
  fc.assert(
    fc.property(wordLists, fc.integer({ min: 200, max: 700 }), (words, width) => {
      const lines = breakIntoLines(words.join(' '), 'display', 60, width)
      const longest = Math.max(...words.map((word) => createLine(word, 'display', 60).width))
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(Math.max(width, longest) + 0.001)
      const space = createLine(' ', 'display', 60).width
      const laidWidth = lines.reduce((sum, line) => sum + line.width, 0) + (lines.length - 1) * space
      expect(Math.abs(laidWidth - createLine(words.join(' '), 'display', 60).width)).toBeLessThan(60)
    }),
    { numRuns: 40 },
  )
})

test('a picture is a PNG of the promised size, and equal texts in any script give equal pictures', async () => {
  const unusualPicture: SharePicture = { ...HOME_PICTURE, title: '<b>Đặng & "Łukasz" 🎬 шум</b> '.repeat(6) }
  const png = await renderPng('a', () => drawPicture(unusualPicture))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(await renderPng('a', () => 'not drawn again')).toBe(png)
  expect((await renderPng('b', () => drawPicture(unusualPicture))).equals(png)).toBe(true)
})

test.each(['محمد', 'שלום', '王小明', '김민수', 'สมชาย', 'សុខា'])(
  'the picture of a course with the title %s shows its code',
  (title) => {
    const plain = { title: 'Course NG', subtitle: 'Live online course' }
    const picture = (texts: Partial<SharePicture>) => drawPicture({ ...HOME_PICTURE, plain, ...texts })
    expect(picture({ title, subtitle: `Course with ${title}` })).toBe(picture(plain))
  },
)

test('another text, poster, crop or name of the site gives another address', () => {
  const homePath = getPicturePath(HOME_PICTURE)
  expect(homePath).toMatch(/^\/og\/home-[0-9a-f]{16}\.png$/)
  for (const change of [
    { title: 'x' },
    { siteName: 'x' },
    { line: 'x' },
    { focal: 1 },
    { print: { ...HOME_PICTURE.design, hue: 1 } },
  ])
    expect(getPicturePath({ ...HOME_PICTURE, ...change })).not.toBe(homePath)
  expect(getPicturePath({ ...HOME_PICTURE })).toBe(homePath)
})

test('a long name of the site is cut before the poster, and one without glyphs is left out', () => {
  const draw = (siteName: string) => drawPicture({ ...HOME_PICTURE, siteName })
  const mill = 'W'.repeat(60)
  expect(draw(mill)).toBe(draw(`${mill}more`))
  expect(draw(mill)).not.toBe(draw('W'.repeat(10)))
  expect(draw('王小明')).toContain('d=""')
})
