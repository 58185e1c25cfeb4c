/** The learner's pages: home, course room and lessons, in the states of access and release. */
import type { Page } from 'playwright-core'
import { hears, press, type State, sees } from './state.ts'

const ROOM = '/portal/courses/ng'
const LESSON = '/portal/courses/mcom/lessons/first-seconds'
const AT = '2026-03-01T00:00:00.000Z'
const OPENS_AT = '2027-01-19T00:00:00.000Z'

type Change = Parameters<typeof hears>[2]
type Prepare = (page: Page) => Promise<unknown>

const inHome =
  (change: Change): Prepare =>
  (page) =>
    hears(page, '**/api/v1/home', ({ learning }) => change(learning))
const openClass =
  (startsInMinutes: number, more: object = {}): Change =>
  ({ nextSession, due }) => {
    const at = (minutes: number) => new Date(Date.now() + (startsInMinutes + minutes) * 60_000).toISOString()
    const times = { opensAt: at(-15), startsAt: at(0), endsAt: at(90), closesAt: at(150) }
    Object.assign(nextSession, { state: 'open', hasMeeting: true, ...times, ...more })
    due.splice(0)
  }
const inRoom =
  (change: Change): Prepare =>
  (page) =>
    hears(page, '**/learn/courses/*', change)
const inLesson =
  (change: Change): Prepare =>
  (page) =>
    hears(page, '**/api/v1/lessons/*', change)
const withAccess = (state: string, more: object = {}) =>
  inRoom((data) => {
    Object.assign(data.access, { state, ...more })
  })
const withMedia = (media: object | null) =>
  inLesson((data) => {
    data.content.media = media && { ...data.content.media, ...media }
  })
const withContent = (content: object) =>
  inLesson((data) => {
    data.content = { text: [{ tag: 'p', children: ['Watch it twice.'] }], ...content }
  })
const withSession = (session: object) =>
  inLesson((data) => {
    Object.assign(data.content.session, session)
  })
const withRelease = (release: object) =>
  inRoom(({ modules }) => {
    modules[0].lessons[0].release = { opensAt: null, needs: [], ...release }
  })

/** A refused call, as the room's own call answers it. */
const refused =
  (status: number, errorCode: string): Prepare =>
  (page) =>
    page.route('**/learn/courses/*', (route) =>
      route.fulfill({ status, json: { errorCode, message: 'No.', requestId: 'x' } }),
    )
const unanswered: Prepare = (page) => page.route('**/learn/courses/*', () => undefined)
const unreached: Prepare = (page) => page.route('**/learn/courses/*', (route) => route.abort())

const asLearner =
  (path: string) =>
  (name: string, shown: string | RegExp, before?: Prepare, act?: Prepare): State => ({
    name,
    path,
    as: 'learner',
    ...(before && { before }),
    ...(before === unanswered && { isLoading: true }),
    async after(page) {
      await act?.(page)
      await sees(page, shown)
    },
  })
const home = asLearner('/portal')
const room = asLearner(ROOM)
const lessons = asLearner(`${ROOM}#lessons`)
const lesson = asLearner(LESSON)
const liveLesson = asLearner('/portal/courses/ng/lessons/one-sentence')
const noDate = { startsAt: null, endsAt: null }

const search = (words: string) => async (page: Page) => {
  await page.getByRole('searchbox', { name: 'Search the lessons' }).fill(words)
  await press(page, 'Search')
}

const pressMore: Prepare = async (page) => {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await more.click()
}

const addWaiting: Change = (waiting) => {
  const entry = { courseCode: 'NG-2027-01', timezoneId: 'Europe/London', offerExpiresAt: null, position: null }
  const dated = { ...entry, startsAt: OPENS_AT }
  Object.assign(waiting, {
    waitlistEntries: [
      { ...dated, entryId: 1, title: 'Night garden', seats: 2, state: 'offered', offerExpiresAt: OPENS_AT },
      { ...dated, entryId: 2, title: 'Small-room effects', seats: 1, state: 'waiting', position: 4 },
      { ...entry, entryId: 3, title: 'Shoot it on your phone', startsAt: null, seats: 3, state: 'unconfirmed' },
    ],
    interests: [
      { interestId: 'a', courseCode: 'VFX', title: 'Small-room effects', kind: 'coming-soon', state: 'on' },
      { interestId: 'b', courseCode: 'DAT', title: 'Read your own numbers', kind: 'reminder', state: 'unconfirmed' },
    ],
  })
}

const HOME: State[] = [
  asLearner('/portal/certificates')(
    'certificates, menu of the phone open',
    'No certificates yet',
    undefined,
    pressMore,
  ),
  home(
    'portal, everything due',
    'The balance for',
    inHome((data) => {
      const [course] = data.courses
      data.due.push({
        coursePrefixCode: course.coursePrefixCode,
        courseTitle: course.title,
        kind: 'balance',
        dueAt: OPENS_AT,
        amount: { amount: '300.00', currency: 'USD' },
        payUrl: '/order/x',
        isPaused: false,
        savedCard: { brand: 'Visa', last4: '4242', chargeAt: OPENS_AT },
      })
    }),
  ),
  home('portal, class open', 'The meeting is open.', inHome(openClass(10))),
  home('portal, class started', 'Opens the meeting in a new tab', inHome(openClass(-4))),
  home('portal, class joined', 'You joined at', inHome(openClass(-4, { joinedAt: AT }))),
  home('portal, class without a link', 'Check again', inHome(openClass(-4, { hasMeeting: false }))),
  home(
    'portal, waiting',
    'Take the seats',
    (page) => hears(page, '**/api/v1/home', ({ waiting }) => addWaiting(waiting)),
    (page) => press(page, /^Leave/),
  ),
  home(
    'portal, courses in every state of access',
    'Access ended',
    inHome(({ courses }) => {
      const [first] = courses
      courses.push(
        ...['locked', 'frozen', 'over', 'revoked', 'unconfirmed'].map((state) => ({
          ...first,
          coursePrefixCode: state,
          courseCode: state,
          access: { ...first.access, state, until: AT },
        })),
      )
    }),
  ),
]

const COURSE_ROOM: State[] = [
  asLearner(`${ROOM}#sessions`)('course room, sessions', 'class time'),
  asLearner(`${ROOM}#people`)('course room, people', 'Show my first name'),
  lessons('course room, search', /results? found/, undefined, search('phone')),
  lessons('course room, nothing found', 'No open lesson contains', undefined, search('zeppelin')),
  lessons('course room, search refused', 'at least 2 characters', undefined, search('a')),
  room('course room, balance overdue', 'Pay the balance', withAccess('locked', { payUrl: '/order/x' })),
  room('course room, a friend’s balance overdue', 'the person who booked your seat', withAccess('locked')),
  room('course room, on hold', 'Your access is on hold', withAccess('frozen')),
  room('course room, access ended', 'It ended on', withAccess('over', { until: AT })),
  room('course room, enrolment ended', 'Your enrolment has ended', refused(403, 'ACCESS_ENDED')),
  room('course room, unconfirmed', 'Please confirm your enrolment', refused(403, 'ENROLMENT_UNCONFIRMED')),
  room('course room, loading', 'Loading the lessons, the sessions and your progress', unanswered),
  room('course room, not reached', 'Try again', unreached),
  lessons(
    'course room, no lesson yet',
    'No lessons yet',
    inRoom((data) => {
      Object.assign(data, { modules: [], files: [] })
      Object.assign(data.progress, { percent: 0, lessons: { complete: 0, total: 0 } })
    }),
  ),
  room(
    'course room, no date yet',
    /no dates? yet/i,
    inRoom((data) => {
      Object.assign(data, { sessions: [] })
      Object.assign(data.cohort, noDate)
    }),
  ),
  room(
    'course room, ended',
    'This course has ended',
    inRoom((data) => {
      Object.assign(data.cohort, { endsAt: AT })
      for (const session of data.sessions)
        Object.assign(session, { state: 'ended', attended: true, recordingReady: true })
    }),
  ),
  lessons(
    'course room, finished',
    '2 new since you finished',
    inRoom((data) => {
      data.completion = { completedAt: AT }
      Object.assign(data.progress, { percent: 100, newSinceCompletion: 2 })
    }),
  ),
  lessons(
    'course room, lessons that open later',
    'Opens after',
    inRoom(({ modules, withdrawn }) => {
      const [first, second] = modules
      const needs = [{ lessonKey: first.lessons[0].key, title: first.lessons[0].title }]
      first.lessons[1].release = { state: 'closed', opensAt: null, needs }
      second.release = { state: 'closed', opensAt: OPENS_AT, needs: [] }
      for (const later of second.lessons) later.release = second.release
      modules[2].lessons[0].release = { state: 'planned', opensAt: null, needs: [] }
      withdrawn.push({ lessonId: 'x', key: 'x', title: 'A lesson that was here' })
    }),
  ),
  asLearner('/portal/courses/tucpr/lessons/anything')('lesson, no seat', 'See the course'),
  asLearner('/portal/courses/nothing')('course room, unknown', 'We couldn’t find this course'),
]

const LESSONS: State[] = [
  lesson(
    'lesson with notes, done',
    'Ask about the light.',
    inLesson((data) => {
      const note = { text: 'Ask about the light.\nAnd the sound.', createdAt: AT, updatedAt: AT }
      data.notes = [
        { ...note, noteId: 'a', atSeconds: 12 },
        { ...note, noteId: 'b', atSeconds: null },
      ]
      Object.assign(data.progress, { completedAt: AT, completedBy: 'marked', percent: 40 })
    }),
  ),
  lesson('lesson, playing', 'Show the result first', undefined, (page) => press(page, /^Play:/)),
  lesson('lesson, being prepared', 'being prepared', withMedia({ state: 'processing' })),
  lesson('lesson, failed', 'doesn’t work', withMedia({ state: 'failed' })),
  lesson('lesson, no file yet', 'No video yet', withMedia(null)),
  lesson('lesson, loading', 'Loading the lesson, your notes', unanswered),
  lesson('lesson, not reached', 'Try again', unreached),
  lesson('lesson, not open yet', 'Opens', withRelease({ state: 'closed', opensAt: OPENS_AT })),
  lesson(
    'lesson, after another one',
    'Go to that lesson',
    withRelease({ state: 'closed', needs: [{ lessonKey: 'subject', title: 'The thing you know' }] }),
  ),
  lesson('lesson, planned', 'It isn’t finished yet', withRelease({ state: 'planned' })),
  lesson('lesson, locked', 'This lesson is closed', withAccess('locked', { payUrl: '/order/x' })),
  lesson(
    'lesson, taken out',
    'No longer in the course',
    inLesson((data) => {
      Object.assign(data, { content: null, state: 'withdrawn', files: [], tracks: [] })
    }),
  ),
  asLearner('/portal/courses/mcom/lessons/nothing')('lesson, unknown', 'We couldn’t find this lesson'),
  asLearner('/portal/courses/ng/lessons/phone-ready')('lesson of text', 'Mark done'),
  lesson(
    'lesson of another site',
    'This loads a video from YouTube',
    withContent({ kind: 'embed', siteName: 'YouTube' }),
  ),
  lesson(
    'lesson of files',
    'Shot list',
    inLesson((data) => {
      data.content = { kind: 'files', text: [] }
      data.files = [
        { assetId: 'x', label: 'Shot list', filename: 'x.pdf', contentType: 'application/pdf', bytes: 48_000 },
      ]
    }),
  ),
  lesson(
    'lesson of sound',
    'Mark done',
    inLesson((data) => {
      data.content.kind = 'audio'
    }),
  ),
  liveLesson('lesson on a date', 'Live session'),
  liveLesson('lesson on a date, open', /session/i, withSession({ state: 'open' })),
  liveLesson(
    'lesson on a date, ended',
    'You attended',
    withSession({ state: 'ended', attended: true, startsAt: AT, endsAt: AT }),
  ),
  liveLesson('lesson on a date, cancelled', /cancelled/i, withSession({ state: 'cancelled' })),
  liveLesson(
    'lesson on a date, no date yet',
    'No date yet',
    inLesson((data) => {
      data.content.session = null
    }),
  ),
]

export const LEARNING: State[] = [...HOME, ...COURSE_ROOM, ...LESSONS]
