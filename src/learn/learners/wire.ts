/** The endpoints about learners for the teachers of courses. docs/contract §42. */
import { z } from 'zod'
import { LEARNER_SORTS, PAYMENT_STATES } from '#domain/learners/learner-list.ts'
import { ACTIONS } from '#domain/permission.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire } from '#http/schemas.ts'
import { TaughtAccessView } from '#learn/lessons/wire/parts.ts'
import { LearnerFilter } from './filter.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

const LearnerListQuery = LearnerFilter.extend({
  /** All but `joined` need a course. `-joined`, or none: the newest first. */
  sort: z.enum(LEARNER_SORTS).optional(),
  after: z.string().max(600).optional(),
})
export type LearnerListQuery = z.output<typeof LearnerListQuery>

const LearnerRow = z.object({
  /** The seat. A person with two seats has two rows. */
  enrolmentId: z.string(),
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  course: z.object({ coursePrefixCode: z.string(), title: z.string() }),
  cohort: z.object({
    cohortCode: z.string(),
    name: z.string(),
    startsAt: Instant.nullable(),
    timezoneId: z.string(),
  }),
  /** The access of this seat. */
  access: TaughtAccessView,
  joinedAt: Instant,
  /** Required lessons that are open so far, and those of them that are done. */
  lessons: z.object({ done: z.number(), open: z.number() }),
  isBehind: z.boolean(),
  /** The UTC day of the last call in the course. Null: never here. */
  lastSeenOn: z.iso.date().nullable(),
  /** Sessions of the dates that have started, the earliest first: whether the learner was there. */
  attendance: z.array(z.boolean()),
  payment: z.enum(PAYMENT_STATES),
  /** The part of this seat. Null without `learner.money`. */
  money: z
    .object({
      paid: MoneyWire,
      refunded: MoneyWire,
      /** What is left of the paid amount, after refunds and what banks took back. */
      kept: MoneyWire,
      due: MoneyWire.nullable(),
      dueAt: Instant.nullable(),
      orderNumber: z.string(),
    })
    .nullable(),
})
export type LearnerRow = z.infer<typeof LearnerRow>

const TaughtCourse = z.object({
  coursePrefixCode: z.string(),
  title: z.string(),
  actions: z.array(z.enum(ACTIONS)),
})

/** The chosen course. */
const ChosenCourse = TaughtCourse.extend({
  isLive: z.boolean(),
  cohorts: z.array(
    z.object({
      cohortCode: z.string(),
      name: z.string(),
      startsAt: Instant.nullable(),
      timezoneId: z.string(),
      /** Takes a free seat: of a published course, open, and not over. */
      isOpen: z.boolean(),
      isFull: z.boolean(),
    }),
  ),
  /** Of the people with a seat, without other filters than the cohort. 1001 means more than 1,000. */
  counts: z.object({ all: z.number(), behind: z.number(), unseen: z.number(), overdue: z.number() }),
})
export type ChosenCourse = z.infer<typeof ChosenCourse>

export const listLearners = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/learners',
  summary: 'The learners of one taught course or of all, by filter; 50 per page',
  actor: 'person',
  query: LearnerListQuery,
  answers: {
    200: z.object({
      data: z.object({
        learners: z.array(LearnerRow),
        /** 1001 means more than 1,000. */
        count: z.number(),
        next: z.string().nullable(),
        /** At most 500, by title. */
        courses: z.array(TaughtCourse),
        course: ChosenCourse.nullable(),
      }),
    }),
  },
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN],
})

export const exportLearners = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/learners/export',
  summary: 'The learners of a filter as a CSV file',
  actor: 'person',
  query: LearnerListQuery.omit({ after: true }),
  answers: {},
  file: 'text/csv',
  priority: 'low',
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN],
})

const LessonDone = z.object({
  lessonId: z.string(),
  title: z.string(),
  /** `later`: not open yet. */
  state: z.enum(['done', 'started', 'open', 'later']),
  completedAt: Instant.nullable(),
})
const SessionAttended = z.object({
  sessionId: z.string(),
  title: z.string(),
  startsAt: Instant,
  timezoneId: z.string(),
  state: z.enum(['attended', 'missed', 'ahead']),
})
const LearnerNote = z.object({ text: z.string(), at: Instant, by: z.string().nullable() })
const LearnerDetail = z.object({
  learner: LearnerRow,
  actions: z.array(z.enum(ACTIONS)),
  /** In an admin's session only: the order with its page, and the line of this seat. */
  order: z.object({ orderId: z.string(), lineId: z.string() }).nullable(),
  timezoneId: z.string().nullable(),
  /** All seats of the person in the course, the newest first. */
  enrolments: z.array(
    z.object({
      enrolmentId: z.string(),
      cohortName: z.string(),
      joinedAt: Instant,
      endedAt: Instant.nullable(),
      movedFrom: z.string().nullable(),
    }),
  ),
  lessons: z.array(LessonDone),
  sessions: z.array(SessionAttended),
  /**
   * The newest 50 e-mails about the course. Never their text, which may have a link. Without `learner.money`, the subject
   * of an e-mail about money is the name of its kind.
   */
  mails: z.array(
    z.object({ mailId: z.string(), kind: z.string(), subject: z.string(), at: Instant, isSent: z.boolean() }),
  ),
  waitlists: z.array(z.object({ cohortName: z.string(), seats: z.number(), since: Instant })),
  note: LearnerNote.nullable(),
})
export type LearnerDetail = z.infer<typeof LearnerDetail>

const EnrolmentParams = z.object({ enrolmentId: z.uuid() })

export const readLearner = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/learners/:enrolmentId',
  summary: 'One learner: seats, lessons, attendance, payment, e-mails, waitlists and the note of the teachers',
  actor: 'person',
  params: EnrolmentParams,
  answers: { 200: z.object({ data: LearnerDetail }) },
  refusals: ['LEARNER_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN],
})

export const saveLearnerNote = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/learners/:enrolmentId/note',
  summary: 'Write down something about a learner, for the teachers of the course',
  actor: 'person',
  params: EnrolmentParams,
  body: z.object({
    /** Empty: no note. The learner gets it with the own data. */
    text: z.string().trim().max(4000, { error: 'Please use at most 4,000 characters' }),
    /** The `at` of the note that the person has read. Null: there was none. */
    seenAt: Instant.nullable(),
  }),
  answers: { 200: z.object({ data: z.object({ savedAt: Instant.nullable() }) }) },
  refusals: ['LEARNER_NOT_FOUND', 'VERSION_CONFLICT', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN],
})

export const sendLearnerLogInLink = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/learners/:enrolmentId/log-in-link',
  summary: 'E-mail a learner a link that logs in once, within 15 minutes; three times an hour to one address',
  actor: 'person',
  params: EnrolmentParams,
  answers: { 200: z.object({ data: z.object({ sentAt: Instant }) }) },
  refusals: ['LEARNER_NOT_FOUND', 'RATE_LIMITED', 'ROLE_NEEDED', ...SIGNED_IN],
})
