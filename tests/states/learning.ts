/** The pages of a learner's course: room and lessons, in the states of access and release. */
import type { Page } from 'playwright-core'
import { hears, press, type State, sees } from './state.ts'

const ROOM = '/portal/courses/ng'
const LESSON = '/portal/courses/mcom/lessons/first-seconds'
const room = '**/learn/courses/*'

const hasAccess =
  (state: string, more: object = {}) =>
  (page: Page) =>
    hears(page, room, (data) => {
      Object.assign(data.access, { state, ...more })
    })

export const LEARNING: State[] = [
  { name: 'course room, sessions', path: `${ROOM}#sessions`, as: 'learner', after: (page) => sees(page, 'class time') },
  {
    name: 'course room, people',
    path: `${ROOM}#people`,
    as: 'learner',
    after: (page) => sees(page, 'Show my first name'),
  },
  {
    name: 'course room, balance overdue',
    path: ROOM,
    as: 'learner',
    before: hasAccess('locked', { payUrl: '/order/x' }),
    after: (page) => sees(page, 'Pay the balance'),
  },
  {
    name: 'course room, a friend’s balance overdue',
    path: ROOM,
    as: 'learner',
    before: hasAccess('locked'),
    after: (page) => sees(page, 'the person who booked your seat'),
  },
  {
    name: 'course room, on hold',
    path: ROOM,
    as: 'learner',
    before: hasAccess('frozen'),
    after: (page) => sees(page, 'Your access is on hold'),
  },
  {
    name: 'course room, access ended',
    path: ROOM,
    as: 'learner',
    before: hasAccess('over', { until: '2026-03-01T00:00:00.000Z' }),
    after: (page) => sees(page, 'It ended on'),
  },
  {
    name: 'course room, ended',
    path: ROOM,
    as: 'learner',
    before: (page) =>
      hears(page, room, (data) => {
        Object.assign(data.cohort, { endsAt: '2026-03-01T00:00:00.000Z' })
        for (const session of data.sessions)
          Object.assign(session, { state: 'ended', attended: true, recordingReady: true })
      }),
    after: (page) => sees(page, 'This course has ended'),
  },
  {
    name: 'course room, finished',
    path: `${ROOM}#lessons`,
    as: 'learner',
    before: (page) =>
      hears(page, room, (data) => {
        data.completion = { completedAt: '2026-03-01T00:00:00.000Z' }
        Object.assign(data.progress, { percent: 100, newSinceCompletion: 2 })
      }),
    after: (page) => sees(page, '2 new since you finished'),
  },
  {
    name: 'course room, lessons that open later',
    path: `${ROOM}#lessons`,
    as: 'learner',
    before: (page) =>
      hears(page, room, ({ modules }) => {
        const [first, second] = modules
        const needs = [{ lessonKey: first.lessons[0].key, title: first.lessons[0].title }]
        first.lessons[1].release = { state: 'closed', opensAt: null, needs }
        second.release = { state: 'closed', opensAt: '2027-01-19T00:00:00.000Z', needs: [] }
        for (const lesson of second.lessons) lesson.release = second.release
        modules[2].lessons[0].release = { state: 'planned', opensAt: null, needs: [] }
      }),
    after: (page) => sees(page, 'Opens after'),
  },
  {
    name: 'course room, unknown',
    path: '/portal/courses/nothing',
    as: 'learner',
    after: (page) => sees(page, 'We couldn’t find this course'),
  },
  {
    name: 'lesson with notes, done',
    path: LESSON,
    as: 'learner',
    before: (page) =>
      hears(page, '**/api/v1/lessons/*', (data) => {
        const at = '2026-03-01T00:00:00.000Z'
        const note = { text: 'Ask about the light.\nAnd the sound.', createdAt: at, updatedAt: at }
        data.notes = [
          { ...note, noteId: 'a', atSeconds: 12 },
          { ...note, noteId: 'b', atSeconds: null },
        ]
        Object.assign(data.progress, { completedAt: at, completedBy: 'marked', percent: 40 })
      }),
    after: (page) => sees(page, 'Ask about the light.'),
  },
  {
    name: 'lesson, being prepared',
    path: LESSON,
    as: 'learner',
    before: (page) =>
      hears(page, '**/api/v1/lessons/*', (data) => {
        data.content.media.state = 'processing'
      }),
    after: (page) => sees(page, 'being prepared'),
  },
  {
    name: 'lesson, not open yet',
    path: LESSON,
    as: 'learner',
    before: (page) =>
      hears(page, room, ({ modules }) => {
        modules[0].lessons[0].release = { state: 'closed', opensAt: '2027-01-19T00:00:00.000Z', needs: [] }
      }),
    after: (page) => sees(page, 'Opens'),
  },
  {
    name: 'lesson, locked',
    path: LESSON,
    as: 'learner',
    before: hasAccess('locked', { payUrl: '/order/x' }),
    after: (page) => sees(page, 'This lesson is closed'),
  },
  {
    name: 'lesson, unknown',
    path: '/portal/courses/mcom/lessons/nothing',
    as: 'learner',
    after: (page) => sees(page, 'We couldn’t find this lesson'),
  },
  {
    name: 'lesson of text',
    path: '/portal/courses/ng/lessons/phone-ready',
    as: 'learner',
    after: (page) => sees(page, 'Mark done'),
  },
  {
    name: 'lesson on a date',
    path: '/portal/courses/ng/lessons/one-sentence',
    as: 'learner',
    after: (page) => sees(page, 'Live session'),
  },
  { name: 'certificate, revoked', path: (known) => known.certificates.revoked },
  { name: 'certificate', path: (known) => known.certificates.valid },
  {
    name: 'certificate, signature checked',
    path: (known) => known.certificates.valid,
    after: async (page) => {
      await press(page, 'Check the signature')
      await sees(page, 'The signature is genuine')
    },
  },
]
