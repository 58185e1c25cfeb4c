/** The money of a period for admins. See docs/contract §46. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MoneyWire } from '#http/schemas.ts'

const MoneyQuery = z.object({
  /** The first and the last day, both included, in UTC. At most 366 days. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
  /** A course code: its dates are listed too. */
  course: z.string().max(40).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})
export type MoneyQuery = z.output<typeof MoneyQuery>

const MoneyFigures = z.object({
  charged: MoneyWire,
  refunded: MoneyWire,
  /** What banks took in disputes, without what they gave back. */
  disputed: MoneyWire,
  /** Charged without refunded and disputed. */
  kept: MoneyWire,
  /** What deposits still owe now, whatever the period. */
  due: MoneyWire,
})
export type MoneyFigures = z.infer<typeof MoneyFigures>

const CourseMoney = MoneyFigures.extend({
  /** `gift-cards`: sold, not spent. `other`: a movement whose order is not known. */
  kind: z.enum(['course', 'gift-cards', 'other']),
  courseCode: z.string().nullable(),
  title: z.string().nullable(),
})
export type CourseMoney = z.infer<typeof CourseMoney>

const CohortMoney = MoneyFigures.extend({
  cohortCode: z.string(),
  name: z.string(),
  startsAt: z.iso.datetime().nullable(),
  timezoneId: z.string(),
})
export type CohortMoney = z.infer<typeof CohortMoney>

const MoneyReport = z.object({
  from: z.iso.date(),
  until: z.iso.date(),
  currency: z.string(),
  /** The currencies of all charges. */
  currencies: z.array(z.string()),
  total: MoneyFigures.extend({
    charges: z.number(),
    refunds: z.number(),
    /** The fees of disputes, which `kept` does not subtract. */
    fees: MoneyWire,
    /** What gift cards and credit paid. It was charged when they were bought, or given away. */
    tender: MoneyWire,
  }),
  courses: z.array(CourseMoney),
  /** The dates of the course of the query, else null. */
  course: z.object({ courseCode: z.string(), title: z.string(), cohorts: z.array(CohortMoney) }).nullable(),
})
export type MoneyReport = z.infer<typeof MoneyReport>

export const moneyReport = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/money',
  summary: 'What was charged, refunded, disputed and kept in a period, by course, and by the dates of one course',
  actor: 'admin',
  query: MoneyQuery,
  answers: { 200: z.object({ data: MoneyReport }) },
  refusals: ['FIELD_INVALID', 'COURSE_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const exportMoney = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/money/export',
  summary: 'Each movement of money of a period as a line of a CSV file, for bookkeepers',
  actor: 'admin',
  query: MoneyQuery.omit({ course: true }),
  answers: {},
  file: 'text/csv',
  priority: 'low',
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
