import { expect, test } from 'vitest'
import { listFallbackFonts } from '#design/fallback-fonts.ts'
import { createFallbackFontsCss } from './fallback-fonts.ts'

const faces = (await createFallbackFontsCss()).split('@font-face').slice(1)
const read = (face: string, name: string) => new RegExp(`${name}: ([^;]+);`).exec(face)![1]!

test.each(['Bricolage', 'Instrument'] as const)('every fallback font of %s has its font faces', (family) => {
  for (const name of listFallbackFonts(family).split(', '))
    expect(faces.filter((face) => read(face, 'font-family') === name).length).toBeGreaterThan(1)
})

test('a line has the same height in every fallback font of a family', () => {
  const getScaledHeight = (face: string, part: string) =>
    (Number.parseFloat(read(face, part)) * Number.parseFloat(read(face, 'size-adjust'))) / 100
  for (const face of faces) {
    const [ascent, descent] = read(face, 'font-family').includes('Bricolage') ? [93, 27] : [97, 25]
    expect(getScaledHeight(face, 'ascent-override')).toBeCloseTo(ascent!, 0)
    expect(getScaledHeight(face, 'descent-override')).toBeCloseTo(descent!, 0)
  }
})
