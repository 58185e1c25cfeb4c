/** What a learner has, in one call. Contract §3 (`signed-up-info`). */
import { z } from 'zod'
import { ownerFields, ownerRefusals } from '#features/accounts/wire/step-up.ts'
import { endpoint } from '#http/endpoint.ts'
import { Email, Instant, MoneyWire } from '#http/schemas.ts'

const Enrolment = z.object({
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
  /** The dates as a file; null where there are none, or the place has ended. */
  calendarUrl: z.string().nullable(),
  nextSession: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
  progressPercent: z.number(),
  url: z.string(),
})

export const signedUpInfo = endpoint({
  host: 'login',
  method: 'GET',
  path: 'signed-up-info',
  summary: 'What the signed-in person is enrolled in, waiting for and owed',
  actor: 'learner',
  answers: {
    200: z.object({
      data: z.object({
        courseCodes: z.array(z.string()),
        enrolments: z.array(Enrolment),
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
        referralCode: z.string().nullable(),
      }),
    }),
  },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const accountExport = endpoint({
  host: 'login',
  method: 'GET',
  path: 'account-export',
  summary: 'Everything that is kept about the signed-in person, as one document',
  actor: 'person',
  stepUp: 'always',
  answers: { 200: z.object({ data: z.record(z.string(), z.unknown()) }) },
  refusals: ['STEP_UP_REQUIRED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const deleteAccount = endpoint({
  host: 'login',
  method: 'POST',
  path: 'delete-account',
  summary: 'Delete the account: the person is made anonymous, their places are given up, the books are kept',
  actor: 'person',
  body: z.object({
    /** Typed once more, so that it is meant. */
    email: Email,
    ...ownerFields,
  }),
  answers: { 204: z.undefined() },
  refusals: ['ORDER_OPEN', 'LAST_ADMIN', ...ownerRefusals],
})
