/** A learner's enrolments and orders (docs/contract §3, `signed-up-info`), and the learner's home page in one response. */
import { z } from 'zod'
import { OwnNews } from '#catalogue/interests/wire.ts'
import { ACCESS_STATES } from '#domain/learning/access.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire } from '#http/schemas.ts'
import { LearnHome } from '#learn/lessons/wire/course.ts'
import { Profile } from '#people/accounts/wire.ts'
import { StudioHome } from '#screens/studio/wire.ts'
import { OwnPlace } from '#sell/waitlist/wire/own.ts'

const EnrolmentView = z.object({
  enrolmentId: z.string(),
  courseCode: z.string(),
  coursePrefixCode: z.string(),
  offerCode: z.string().nullable(),
  title: z.string(),
  deliveryType: z.enum(['live', 'on-demand']),
  status: z.enum(['active', 'cancelled']),
  paymentType: z.enum(['full', 'deposit']),
  paymentStatus: z.enum(['pending', 'complete', 'failed']),
  balanceDue: z.object({ dueAt: Instant, amount: MoneyWire }).nullable(),
  /** Closed until an overdue balance is paid; nothing is deleted. */
  isPaused: z.boolean(),
  /** Closed while a bank disputes the payment; the seat is kept until that is decided. */
  isFrozen: z.boolean(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  timezoneId: z.string(),
  /** The calendar file; null if there are no dates or the enrolment has ended. */
  calendarUrl: z.string().nullable(),
  nextSession: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
  progressPercent: z.number(),
  completedAt: Instant.nullable(),
  /** The access that this enrolment gives. docs/contract §10. */
  accessState: z.enum(ACCESS_STATES),
  accessUntil: Instant.nullable(),
  /** The course room. */
  url: z.string(),
})

export const signedUpInfo = endpoint({
  host: 'login',
  method: 'GET',
  path: 'signed-up-info',
  summary: 'Enrolments, waitlists and credit of the logged-in person',
  actor: 'learner',
  answers: {
    200: z.object({
      data: z.object({
        courseCodes: z.array(z.string()),
        enrolments: z.array(EnrolmentView),
        pendingOrders: z.array(
          z.object({
            orderId: z.string(),
            courseCode: z.string(),
            status: z.literal('pending'),
            resumeUrl: z.string(),
          }),
        ),
        waitlists: z.array(z.object({ courseCode: z.string(), position: z.number() })),
        reminders: z.array(z.string()),
        credit: MoneyWire,
        referralCode: z.string(),
      }),
    }),
  },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

const LearnerHome = z.object({
  profile: Profile,
  learning: LearnHome,
  /** The credit that checkout accepts. Null without credit. */
  credit: MoneyWire.nullable(),
  /** The own places on waitlists, and the news about courses that the person asked for. */
  waiting: z.object({ waitlistEntries: z.array(OwnPlace), interests: z.array(OwnNews) }),
  unpaidOrders: z.array(z.object({ orderId: z.string(), title: z.string(), resumeUrl: z.string() })),
  /** Null: the person neither teaches nor may make courses. */
  studio: StudioHome.nullable(),
})
export type LearnerHome = z.infer<typeof LearnerHome>
export type LearnerCourse = LearnerHome['learning']['courses'][number]

export const learnerHome = endpoint({
  host: 'login',
  method: 'GET',
  path: 'home',
  summary:
    'The home page of a learner: profile, the lesson to continue, what is due, courses with their progress, unpaid orders, and the studio of a person who teaches',
  actor: 'learner',
  answers: { 200: z.object({ data: LearnerHome }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
