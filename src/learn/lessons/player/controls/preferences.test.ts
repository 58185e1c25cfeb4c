import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlayerPreferences, readPreferences, SPEEDS, savePreferences, stepSpeed } from './preferences.ts'

const createStorage = (text: string | null = null) => ({
  text,
  getItem: () => text,
  setItem(_name: string, next: string) {
    text = next
  },
})

test('what is saved is read again', () => {
  const preferences: fc.Arbitrary<PlayerPreferences> = fc.record({
    speed: fc.constantFrom(...SPEEDS),
    captionsOn: fc.boolean(),
    language: fc.option(fc.constantFrom('en', 'fil', 'es-419')),
    volume: fc.double({ min: 0, max: 1, noNaN: true }).map((volume) => volume + 0),
    isMuted: fc.boolean(),
    qualityLines: fc.option(fc.constantFrom(360, 540, 720, 1080)),
    startsNext: fc.boolean(),
  })
  fc.assert(
    fc.property(preferences, (saved) => {
      const storage = createStorage()
      savePreferences(storage, saved)
      expect(readPreferences(storage)).toEqual(saved)
    }),
  )
})

test('anything else in the storage gives defaults, value by value', () => {
  const usual = readPreferences(createStorage())
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(Object.keys(readPreferences(createStorage(text)))).toEqual(Object.keys(usual))
    }),
  )
  expect(readPreferences(createStorage('{"speed":9,"volume":-1,"language":3,"isMuted":true}'))).toEqual({
    ...usual,
    isMuted: true,
  })
})

test('a browser that stores nothing breaks nothing', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const storage = { getItem: refuse, setItem: refuse }
  expect(() => savePreferences(storage, readPreferences(storage))).not.toThrow()
})

test('the speed goes from 0.5 to 2 by 0.25', () => {
  const up = Array.from({ length: 8 }).reduce<number[]>((speeds) => [...speeds, stepSpeed(speeds.at(-1)!, 0.25)], [0.5])
  expect(up).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2, 2])
  expect(stepSpeed(0.5, -0.25)).toBe(0.5)
})
