import { expect, test } from 'vitest'
import { findFilmBox } from './film-shape.ts'

test.each([
  [1080, 1920, 'phone'],
  [1080, 1350, 'post'],
  [720, 720, 'square'],
  [640, 480, 'screen'],
  [100, 900, 'half'],
  [1920, 1080, null],
  [1912, 800, null],
])('a film of %i × %i has the box %s', (width, height, box) => expect(findFilmBox({ width, height })).toBe(box))

test('a film of an unknown shape has the box of 16:9', () => expect(findFilmBox(null)).toBeNull())
