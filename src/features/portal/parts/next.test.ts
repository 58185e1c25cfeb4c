import { describe, expect, test } from 'vitest'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import type { Enrolled, Mine } from './load.ts'
import { nextOf, untilText } from './next.ts'

const now = new Date('2027-01-12T12:00:00Z')

function mine(courseCode: string, startsAt: string | null): Mine {
  const item = {
    id: 'light',
    title: 'Light you do not have to buy',
    summary: 'Bring a lamp.',
    minutes: 90,
    kind: 'live' as const,
    startsAt: '2027-01-14T12:00:00.000Z',
    endsAt: null,
  }
  const course = {
    sessions: [{ title: 'Act one', items: [{ ...item, title: 'First', startsAt: null }, item] }],
    proSessions: [],
  } as unknown as CourseDefinition
  const nextSession = startsAt ? { startsAt, endsAt: startsAt } : null
  return { enrolment: { courseCode, title: 'Mobile filmmaking', nextSession } as Enrolled, course }
}

describe('what comes next', () => {
  test('is the earliest session of all courses, told by its own title', () => {
    const next = nextOf([mine('A', null), mine('B', '2027-02-01T12:00:00Z'), mine('C', '2027-01-14T12:00:00Z')])
    expect(next).toMatchObject({
      mine: { enrolment: { courseCode: 'C' } },
      title: 'Light you do not have to buy',
      number: 2,
    })
  })

  test('is named after its course where the session is not known', () => {
    expect(nextOf([mine('B', '2027-02-01T12:00:00Z')])).toMatchObject({ title: 'Mobile filmmaking', number: null })
  })

  test('is nothing for who has only lessons', () => {
    expect(nextOf([mine('A', null)])).toBeNull()
  })
})

test.each([
  ['2027-03-05T12:00:00Z', '52 days'],
  ['2027-01-14T12:00:00Z', '2 days'],
  ['2027-01-14T11:59:59Z', '47:59:59'],
  ['2027-01-12T15:12:09Z', '03:12:09'],
  ['2027-01-12T12:08:12Z', '08:12'],
  ['2027-01-12T12:00:00Z', 'Now'],
  ['2027-01-12T11:30:00Z', 'Now'],
])('until %s it is %s', (startsAt, text) => {
  expect(untilText(startsAt, now)).toBe(text)
})
