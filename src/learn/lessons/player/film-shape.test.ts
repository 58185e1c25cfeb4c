import { expect, test } from 'vitest'
import { getFilmStyle } from './film-shape.ts'

test('a film that is narrower than 16:9 gets a box of its shape, and every other one of 16:9', () => {
  expect(getFilmStyle({ width: 1080, height: 1920 })).toEqual({ '--film-ratio': '0.5625' })
  expect(getFilmStyle({ width: 640, height: 480 })).toEqual({ '--film-ratio': '1.3333' })
  expect(getFilmStyle({ width: 100, height: 900 })).toEqual({ '--film-ratio': '0.5' })
  for (const shape of [{ width: 1920, height: 1080 }, { width: 1912, height: 800 }, null, undefined])
    expect(getFilmStyle(shape)).toBeUndefined()
})
