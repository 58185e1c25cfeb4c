/** The home page of an admin in one response. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire, TimeZone } from '#http/schemas.ts'
import { Profile, SessionView } from '#people/accounts/wire.ts'

/** Complete orders that were placed since the start of a day. */
const Sales = z.object({
  since: z.iso.date(),
  orders: z.number(),
  seats: z.number(),
  /** What was charged for them and is still here, in each currency: without refunds and what a bank disputes or took back. */
  kept: z.array(MoneyWire),
})
export type Sales = z.infer<typeof Sales>

const Figures = z.object({
  today: Sales,
  /** Since Monday. */
  week: Sales,
  /** Balances of deposits. `late` counts the overdue ones. */
  due: z.object({ orders: z.number(), late: z.number(), amount: z.array(MoneyWire) }),
  /** Refunds that the provider has not accepted yet. */
  refunds: z.object({ waiting: z.number(), amount: z.array(MoneyWire) }),
})
export type Figures = z.infer<typeof Figures>

/** Disputes that the bank has not decided: how many, and the five that have to be answered first. */
const UndecidedDisputes = z.object({
  count: z.number(),
  next: z.array(
    z.object({
      disputeId: z.string(),
      orderId: z.string(),
      orderNumber: z.string(),
      /** `inquiry`: the bank only asks, and has taken no money. */
      state: z.enum(['inquiry', 'open']),
      amount: MoneyWire,
      /** The deadline for an answer. Null: it is over, or the bank accepts no answer. */
      answerBy: Instant.nullable(),
    }),
  ),
})
export type UndecidedDisputes = z.infer<typeof UndecidedDisputes>

/** `lastAt` null: none was made. `verifiedAt`: the last trial restore without a fault. */
const Backups = z.object({
  lastAt: Instant.nullable(),
  verifiedAt: Instant.nullable(),
  /** The last backup or its verification failed. The operator sees the reason. */
  hasFailed: z.boolean(),
  /** Two nights passed without one. */
  isLate: z.boolean(),
})
export type Backups = z.infer<typeof Backups>

const AdminHome = z.object({
  profile: Profile,
  sessions: z.array(SessionView),
  hasSecondFactor: z.boolean(),
  unansweredCount: z.number(),
  /** Scheduled jobs without a success for three of their intervals. `since`: the last success, or the first schedule. */
  lateJobs: z.array(z.object({ name: z.string(), since: Instant })),
  /** Null: nothing is held. Else the moment whose rows were restored. */
  held: z.object({ backupAt: Instant, restoredAt: Instant }).nullable(),
  backups: Backups,
  /** Of the list of things before the site can sell, what is not done (docs/contract §48): their titles. Empty outside production. */
  openNeeds: z.array(z.string()),
  disputes: UndecidedDisputes,
  figures: Figures,
})
export type AdminHome = z.infer<typeof AdminHome>

export const adminHome = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/home',
  summary:
    'The home page of an admin: profile, sessions, unanswered messages, late jobs, backups, disputes, sales, balances due and refunds',
  actor: 'admin',
  query: z.object({ timezoneId: TimeZone.default('UTC') }),
  answers: { 200: z.object({ data: AdminHome }) },
  refusals: ['TIMEZONE_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
