import { expect, test } from 'vitest'
import { rankSimilarCourses } from './similar-courses.ts'

const course = (url: string, title: string, name: string) => ({ url, title, instructor: { name } })
const courses = [
  course('/nina-reyes', 'Mobile filmmaking', 'Nina Reyes'),
  course('/noor-siddiqi', 'Speak so they lean in', 'Noor Siddiqi'),
  course('/daniel-appiah', 'Portraits by window light', 'Daniel Appiah'),
  course('/vera-falk', 'Small-room VFX', 'Vera Falk'),
]

test.each([
  { path: '/vera-flak', expectedUrl: '/vera-falk', why: 'two letters are swapped' },
  { path: '/ninareyes', expectedUrl: '/nina-reyes', why: 'a hyphen is missing' },
  { path: '/c/portraits-by-window-light', expectedUrl: '/daniel-appiah', why: 'the title instead of the name' },
])('$path leads to $meant: $why', ({ path, expectedUrl }) => {
  expect(rankSimilarCourses(path, courses, 3)[0]?.url).toBe(expectedUrl)
})

test('an address that matches nothing gets the first courses of the list', () => {
  expect(rankSimilarCourses('/~~~', courses, 3)).toEqual(courses.slice(0, 3))
  expect(rankSimilarCourses('/'.repeat(5000), courses, 3)).toHaveLength(3)
})
