import { expect, test } from 'vitest'
import { standInsCss, standInsFor } from './stand-ins.ts'

const faces = standInsCss().split('@font-face').slice(1)
const read = (face: string, name: string) => new RegExp(`${name}: ([^;]+);`).exec(face)![1]!

test.each(['Bricolage', 'Instrument'] as const)('every name that stands in for %s has its faces', (family) => {
  for (const name of standInsFor(family).split(', '))
    expect(faces.filter((face) => read(face, 'font-family') === name).length).toBeGreaterThan(1)
})

test('a line is as tall in every stand-in of a family', () => {
  const tall = (face: string, part: string) =>
    (Number.parseFloat(read(face, part)) * Number.parseFloat(read(face, 'size-adjust'))) / 100
  for (const face of faces) {
    const [ascent, descent] = read(face, 'font-family').includes('Bricolage') ? [93, 27] : [97, 25]
    expect(tall(face, 'ascent-override')).toBeCloseTo(ascent!, 0)
    expect(tall(face, 'descent-override')).toBeCloseTo(descent!, 0)
  }
})
