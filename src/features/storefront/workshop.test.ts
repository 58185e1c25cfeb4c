import { expect, test } from 'vitest'
import type { CourseCard } from '#features/catalog/wire.ts'
import { workshopAt } from './workshop.ts'

const card = (coursePrefixCode: string, kind: CourseCard['kind'], slug: string, url: string) =>
  ({ coursePrefixCode, kind, url, instructor: { name: slug, slug } }) as CourseCard
const CARDS = [
  card('MCOM2', 'workshop', 'mika-osei', '/mika-osei/phone-film-weekend'),
  card('MCOM', 'course', 'mika-osei', '/mobile-content-creator'),
  card('NG', 'course', 'nina-reyes', '/nina-reyes'),
]
const taught = (index: number) => ({ ...CARDS[index]!, instructors: [teacher(CARDS[index]!.instructor.slug)] })
const teacher = (slug: string) => ({ slug, name: slug, initials: '', quote: null, biography: [] })

test.each([
  ['a workshop of its own leads on to its creator’s course', '/mika-osei/phone-film-weekend', 0, 'MCOM'],
  ['a variant of a course leads on to the course itself', '/nina-reyes/one-evening', 2, 'NG'],
  ['a course at its own address is no workshop', '/nina-reyes', 2, undefined],
  ['nor is one by its subject', '/course/photography', 2, undefined],
])('%s', (_what, path, index, whole) => {
  expect(workshopAt(path, taught(index), CARDS)?.whole?.coursePrefixCode).toBe(whole)
})

test('a creator with nothing else is left at that', () => {
  expect(workshopAt('/mika-osei/phone-film-weekend', taught(0), [CARDS[0]!])).toEqual({ whole: null })
})
