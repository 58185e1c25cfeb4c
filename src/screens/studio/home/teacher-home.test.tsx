/** The words of the home page of a person who teaches. */
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { StudioHome } from '../wire.ts'
import { TeacherHome } from './teacher-home.tsx'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const startsAt = '2099-02-13T10:00:00.000Z'
const session = {
  sessionId: 's1',
  title: 'The first evening',
  startsAt,
  endsAt: '2099-02-13T12:00:00.000Z',
  timezoneId: 'UTC',
  hasMeeting: false,
  course: { coursePrefixCode: 'CLAY', title: 'Clay', hue: 'teal' },
  cohortName: '',
  overlap: null,
  mayMove: true,
}
const course: StudioHome['courses'][number] = {
  coursePrefixCode: 'CLAY',
  title: 'Clay',
  deliveryType: 'live',
  teachers: ['Cleo'],
  poster: '/art/CLAY.svg',
  hue: 'teal',
  state: 'published',
  actions: ['course.read', 'learner.list', 'session.manage', 'learner.money'],
  nextSession: { title: session.title, startsAt, endsAt: session.endsAt, timezoneId: 'UTC', hasMeeting: false },
  sale: 'open',
  seats: { taken: 3, capacity: 12 },
  kept: usd('135.00'),
  missingCount: null,
}
const home: StudioHome = {
  mayCreate: true,
  courseCount: 1,
  courses: [course],
  drafts: [{ coursePrefixCode: 'WOOL', title: 'Wool', missingCount: 1 }],
  sessions: [session],
  withoutLink: { count: 5, sessions: [session] },
  money: { since: '2099-02-01T00:00:00.000Z', kept: usd('135.00'), due: usd('60.00') },
  orders: {
    count: 7,
    newest: [
      {
        orderId: 'o1',
        coursePrefixCode: 'CLAY',
        courseTitle: 'Clay',
        seats: 2,
        total: usd('90.00'),
        completedAt: '2099-02-10T08:00:00.000Z',
        refunded: 'part',
      },
    ],
  },
}

function show(studio: StudioHome): string {
  const element = <TeacherHome head={<h1>Hello</h1>} studio={studio} session={{ as: 'learner', hasBoth: false }} />
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

test('says what is missing, what was kept, and who bought what', () => {
  const words = show(home)
  for (const part of [
    '“The first evening” has no meeting link',
    '4 more sessions have no meeting link.',
    '“Wool” isn’t on sale yet 1 thing is missing.',
    'February so far $135.00 kept, after refunds and disputes',
    '$60.00 is still due from deposits',
    'New orders 7 in 14 days',
    '2 seats,',
    'Part refunded $90.00',
    'On sale',
    'Seats taken, all dates 3 of 12',
    'Kept this month $135',
  ])
    expect(words).toContain(part)
})

test('without money and anything to do it says so, and names no amount', () => {
  const words = show({
    ...home,
    mayCreate: false,
    drafts: [],
    sessions: [],
    withoutLink: { count: 0, sessions: [] },
    money: null,
    orders: null,
    courses: [{ ...course, nextSession: null, kept: null }],
  })
  expect(words).toContain('Nothing is missing.')
  expect(words).toContain('No session ahead.')
  expect(words).not.toMatch(/\$|New course|orders/)
})

test('a creator without a course is asked to make the first one', () => {
  expect(show({ ...home, courseCount: 0, courses: [], drafts: [] })).toContain('Make your first course')
})
