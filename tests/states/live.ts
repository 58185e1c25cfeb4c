/** The pages of live sessions, of the studio, and of the opt-out link. */
import type { Page } from 'playwright-core'
import type { Known } from './known.ts'
import { hears, press, type State, sees } from './state.ts'

const session = '**/learn/sessions/*'
const ahead = ({ sessions }: Known) => `/portal/sessions/${sessions.ahead}`
const recorded = ({ sessions }: Known) => `/portal/sessions/${sessions.recorded}`

const hasSession = (fields: object) => (page: Page) => hears(page, session, (data) => Object.assign(data, fields))

/** From 10 minutes ago on, for 90 minutes. */
const getTimesNow = () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  return { startsAt: at(-10), endsAt: at(80), opensAt: at(-25), closesAt: at(140) }
}

const optOut = (isOff: boolean) => (page: Page) =>
  page.route('**/api/v1/mail-opt-out', (route) =>
    route.fulfill({
      json: {
        data: {
          category: 'session.soon',
          label: 'reminders of live sessions',
          isOff,
          address: 'ada@school.test',
          choices: [
            { category: 'session.soon', label: 'reminders of live sessions', isOff },
            { category: 'recording.ready', label: 'e-mails about new recordings', isOff: false },
            { category: 'access.ending', label: 'reminders that access ends', isOff: true },
          ],
        },
      },
    }),
  )

/** A course that was never published, with nothing but its texts. */
function makeDraft(draft: ReturnType<typeof JSON.parse>): void {
  Object.assign(draft, { state: 'draft', publishedAt: null, lastVersion: null })
  for (const cohort of draft.cohorts)
    Object.assign(cohort, { state: 'announced', price: null, capacity: null, sessions: [] })
  for (const need of draft.needs) if (['price', 'date', 'seats'].includes(need.need)) need.isDone = false
}

export const LIVE: State[] = [
  { name: 'session, ahead', path: ahead, as: 'learner', after: (page) => sees(page, 'You can join from') },
  {
    name: 'session, open',
    path: ahead,
    as: 'learner',
    before: (page) => hasSession({ state: 'open', hasMeeting: true, ...getTimesNow() })(page),
    after: (page) => page.getByRole('button', { name: /^Join/ }).waitFor(),
  },
  {
    name: 'session, open without a link',
    path: ahead,
    as: 'learner',
    before: (page) => hasSession({ state: 'open', hasMeeting: false, ...getTimesNow() })(page),
    after: (page) => sees(page, 'Check again'),
  },
  {
    name: 'session, cancelled',
    path: ahead,
    as: 'learner',
    before: hasSession({ state: 'cancelled' }),
    after: (page) => sees(page, 'This session was cancelled'),
  },
  {
    name: 'session, course finished',
    path: recorded,
    as: 'learner',
    before: hasSession({ isCourseComplete: true }),
    after: (page) => page.getByRole('link', { name: 'See what’s next' }).waitFor(),
  },
  { name: 'session, recorded', path: recorded, as: 'learner', after: (page) => sees(page, 'You attended') },
  {
    name: 'session, recording being prepared',
    path: recorded,
    as: 'learner',
    before: (page) =>
      hears(page, session, (data) => {
        data.recording.state = 'processing'
      }),
    after: (page) => sees(page, 'The recording is being prepared'),
  },
  {
    name: 'session, without recap and recording',
    path: recorded,
    as: 'learner',
    before: hasSession({ recap: [], recording: null }),
    after: (page) => sees(page, 'hasn’t added a recap'),
  },
  {
    name: 'session, balance overdue',
    path: ahead,
    as: 'learner',
    before: (page) =>
      hears(page, session, (data) => Object.assign(data.access, { state: 'locked', payUrl: '/order/x' })),
    after: (page) => sees(page, 'Pay the balance'),
  },
  {
    name: 'session, unknown',
    path: '/portal/sessions/nothing',
    as: 'learner',
    after: (page) => sees(page, 'We couldn’t find this session'),
  },
  {
    name: 'session, no seat',
    path: '/portal/sessions/nothing',
    as: 'learner',
    before: (page) =>
      page.route(session, (route) =>
        route.fulfill({ status: 404, json: { errorCode: 'SESSION_NOT_FOUND', data: { coursePrefixCode: 'TUCPR' } } }),
      ),
    after: (page) => sees(page, 'See the course'),
  },
  {
    name: 'calendar, empty',
    path: '/portal/calendar',
    as: 'learner',
    before: (page) => hears(page, '**/learn/sessions', (data) => data.splice(0)),
    after: (page) => sees(page, 'No sessions yet'),
  },
  {
    name: 'calendar, with a private address',
    path: '/portal/calendar',
    as: 'learner',
    before: (page) =>
      hears(page, '**/learn/calendar-feed', (data) =>
        Object.assign(data, { url: 'https://understudy.test/calendar/feed/0.x.ics' }),
      ),
    after: (page) => sees(page, 'Get a new address'),
  },
  {
    name: 'calendar, address refused',
    path: '/portal/calendar',
    as: 'learner',
    before: (page) =>
      page.route('**/learn/calendar-feed', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, json: { message: 'No' } })
          : route.fallback(),
      ),
    after: async (page) => {
      await press(page, 'Get my calendar address')
      await sees(page, 'No')
    },
  },
  {
    name: 'portal, creator',
    path: '/portal',
    as: 'creator',
    after: (page) => sees(page, 'Courses you teach'),
  },
  {
    name: 'portal, creator without a course',
    path: '/portal',
    as: 'creator',
    before: (page) =>
      hears(page, '**/api/v1/home', ({ studio }) => Object.assign(studio, { courseCount: 0, courses: [] })),
    after: (page) => sees(page, 'Make your first course'),
  },
  {
    name: 'studio, without courses',
    path: '/studio',
    as: 'creator',
    before: (page) => hears(page, '**/studio/courses', (data) => data.splice(0)),
    after: (page) => sees(page, 'Make your first course'),
  },
  {
    name: 'studio, new course',
    path: '/studio',
    as: 'creator',
    after: async (page) => {
      await press(page, 'New course')
      await press(page, 'Choose it yourself')
      await press(page, 'Create course')
      await sees(page, 'Title is required')
    },
  },
  {
    name: 'studio, before a course can be sold',
    path: '/studio/courses/mcom2/overview',
    as: 'creator',
    before: (page) => hears(page, '**/draft', makeDraft),
    after: (page) => press(page, /^Publish/),
  },
  {
    name: 'studio, choice of posters',
    path: '/studio/courses/ng/page#poster',
    as: 'admin',
    after: async (page) => {
      await press(page, 'Another')
      await page.getByRole('radio', { name: 'Another poster, 4' }).waitFor()
    },
  },
  {
    name: 'studio, a number of days out of bounds',
    path: '/studio/courses/ng/rules',
    as: 'admin',
    after: async (page) => {
      await page.getByLabel('Days after the last session').fill('0')
      await sees(page, 'Please enter a whole number from 1 to 36,500')
    },
  },
  {
    name: 'studio, copy of a course',
    path: '/studio/courses/ng/overview',
    as: 'admin',
    after: (page) => press(page, 'Duplicate'),
  },
  {
    name: 'studio, unsaved price and conflict',
    path: '/studio/courses/mcom2/overview',
    as: 'creator',
    before: (page) =>
      page.route('**/units/about', (route) =>
        route.fulfill({
          status: 409,
          json: {
            errorCode: 'VERSION_CONFLICT',
            message: 'Someone else has changed this.',
            data: {
              version: 9,
              body: { title: 'A title of hers', subtitle: 'A sentence of hers' },
              savedBy: 'Noor Siddiqi',
              savedAt: new Date().toISOString(),
            },
          },
        }),
      ),
    after: async (page) => {
      await page.getByLabel('Price of a seat in US dollars').first().fill('12')
      await page.getByRole('textbox', { name: 'Title' }).fill('A title of mine')
      await sees(page, 'Keep mine')
    },
  },
  {
    name: 'studio, a session',
    path: '/studio/courses/ng/sessions',
    as: 'creator',
    after: async (page) => {
      await press(page, 'A film in one sentence')
      await sees(page, 'Save the link')
    },
  },
  {
    name: 'studio, attendance',
    path: ({ sessions }) => `/studio/courses/snd/sessions?open=${sessions.recorded}`,
    as: 'admin',
    after: (page) => sees(page, 'Joined'),
  },
  {
    name: 'studio, unknown course',
    path: '/studio/courses/snd/sessions',
    as: 'creator',
    after: (page) => sees(page, 'We couldn’t find this course'),
  },
  { name: 'course news', path: ({ mailed }) => mailed.courseNews, after: (page) => sees(page, 'Confirm your address') },
  {
    name: 'course news, to be turned off',
    path: ({ mailed }) => mailed.courseNews.replace('#', '?leave#'),
    after: (page) => page.getByRole('button').first().waitFor(),
  },
  {
    name: 'e-mail opt-out',
    path: '/mail-opt-out#token=x',
    before: optOut(false),
    after: (page) => sees(page, 'Turn off reminders of live sessions?'),
  },
  {
    name: 'e-mail opt-out, done',
    path: '/mail-opt-out#token=x',
    before: optOut(true),
    after: (page) => sees(page, 'Turned off'),
  },
]
