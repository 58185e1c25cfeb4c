import { expect, test } from 'vitest'
import { nearestTo } from './nearest.ts'

const course = (url: string, title: string, name: string) => ({ url, title, instructor: { name } })
const courses = [
  course('/nina-reyes', 'Mobile filmmaking', 'Nina Reyes'),
  course('/noor-siddiqi', 'Speak so they lean in', 'Noor Siddiqi'),
  course('/daniel-appiah', 'Portraits by window light', 'Daniel Appiah'),
  course('/vera-falk', 'Small-room VFX', 'Vera Falk'),
]

test.each([
  { path: '/vera-flak', meant: '/vera-falk', why: 'two letters changed places' },
  { path: '/ninareyes', meant: '/nina-reyes', why: 'a hyphen is missing' },
  { path: '/c/portraits-by-window-light', meant: '/daniel-appiah', why: 'the title instead of the name' },
])('$path leads to $meant: $why', ({ path, meant }) => {
  expect(nearestTo(path, courses, 3)[0]?.url).toBe(meant)
})

test('an address like nothing at all gets the first courses of the list', () => {
  expect(nearestTo('/~~~', courses, 3)).toEqual(courses.slice(0, 3))
  expect(nearestTo('/'.repeat(5000), courses, 3)).toHaveLength(3)
})
