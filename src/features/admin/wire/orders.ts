/** Orders as the people of the house look through them: calls of our own. Contract §5. */
import { z } from 'zod'
import { OrderView } from '#features/checkout/wire/order.ts'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant, MoneyWire, TimeZone } from '#http/schemas.ts'
import { ONLY, STATUSES } from './statuses.ts'

const Filter = z.object({
  /** The number of an order, or the beginnings of words of a name or an address. */
  q: z.string().trim().max(200).optional(),
  status: z.enum(STATUSES).optional(),
  /** Placed on this day or later, as the zone has it. */
  since: z.iso.date().optional(),
  timezoneId: TimeZone.default('UTC'),
  courseCode: Code.optional(),
  only: z.enum(ONLY).optional(),
})
export type Filter = z.output<typeof Filter>

const Row = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(STATUSES),
  placedAt: Instant,
  name: z.string(),
  email: z.string(),
  courseTitle: z.string(),
  courseCode: z.string(),
  seats: z.number(),
  total: MoneyWire,
  refunded: MoneyWire,
  /** What is left of a deposit, and when it is due; null where nothing is. */
  balance: z.object({ amount: MoneyWire, dueAt: Instant, isPaused: z.boolean() }).nullable(),
  /** Where the buyer came from, as "source / medium". */
  cameFrom: z.string().nullable(),
  /** The bank of the card holder has not decided yet. */
  isDisputed: z.boolean(),
})
export type Row = z.infer<typeof Row>

const Counts = z.object({
  all: z.number(),
  sinceYesterday: z.number(),
  attention: z.number(),
  balanceDue: z.number(),
  refunded: z.number(),
})
export type Counts = z.infer<typeof Counts>

const EVENTS = [
  'placed',
  'sent-to-bank',
  'set-aside',
  'paid',
  'declined',
  'attempt-ended',
  'cannot-keep',
  'enrolled',
  'lapsed',
  'superseded',
  'invited',
  'accepted',
  'mailed',
  'receipt-asked',
  'paused',
  'refund-asked',
  'refund-waits',
  'refund-sent',
  'refund-at-provider',
  'refund-decided',
  'refund-failed',
  'refund-again',
  'refund-dropped',
  'seat-ended',
  'cohort-cancelled',
  'dispute-inquiry',
  'dispute-opened',
  'dispute-closed',
  'dispute-won',
  'dispute-lost',
] as const

const Happening = z.object({
  what: z.enum(EVENTS),
  at: Instant,
  amount: MoneyWire.nullable(),
  /** The admin whose act it was. */
  by: z.string().nullable(),
  /** What it is about, as it was written: a reason, a subject, a name, a code. */
  text: z.string().nullable(),
  /** Of a payment: what it was paid with. */
  method: z.enum(['card', 'gift-card', 'credit', 'none']).nullable(),
  /** Of a payment: whether the provider told us or was asked, and how long that took. */
  seen: z.object({ by: z.enum(['webhook', 'asking']), seconds: z.number() }).nullable(),
})
export type Happening = z.infer<typeof Happening>

const Seat = z.object({
  seat: z.number(),
  lineId: z.string(),
  /** Whoever sits there, or was invited to. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  enrolmentId: z.string().nullable(),
  state: z.enum(['held', 'unconfirmed', 'active', 'cancelled', 'free']),
})
export type Seat = z.infer<typeof Seat>

const Dispute = z.object({
  disputeId: z.string(),
  state: z.enum(['inquiry', 'open', 'closed', 'won', 'lost']),
  amount: MoneyWire,
  /** The bank's reason, in the provider's words. */
  reason: z.string(),
  openedAt: Instant,
  /** Until when an answer counts; null where the bank allows none. */
  answerBy: Instant.nullable(),
  /** Where an admin answers the dispute; null where another provider had it. */
  url: z.string().nullable(),
})

const AdminOrder = z.object({
  order: OrderView,
  courseTitle: z.string(),
  seats: z.array(Seat),
  attribution: z.record(z.string(), z.string()),
  /** Money that is to go back and that the provider has not taken yet. */
  refundWaiting: MoneyWire.nullable(),
  /** Money that went back at the provider's dashboard, of which nobody has said yet whose seats it was for. */
  refundUndecided: MoneyWire.nullable(),
  /** Money that is to go back and was never sent: what went back at the dashboard may stand for it. Without room only that is possible. */
  refundUnsent: z.object({ amount: MoneyWire, hasRoom: z.boolean() }).nullable(),
  /** Money that waits too and goes out after the decision, whatever was sent back at the dashboard stands for. */
  refundBesides: MoneyWire.nullable(),
  /** Money that the provider could not pay back, or that was held back. It goes again when somebody says so. */
  refundStopped: MoneyWire.nullable(),
  /** Of all its payments, the newest first. */
  disputes: z.array(Dispute),
  /** Whether there is a receipt that can be sent again. */
  hasReceipt: z.boolean(),
  /** Newest first. */
  events: z.array(Happening),
})
export type AdminOrder = z.infer<typeof AdminOrder>

export const listOrders = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/orders',
  summary:
    'Orders by number, name, address, status, day, course and what they wait for; the newest first, 25 at a time',
  actor: 'admin',
  query: Filter.extend({ after: z.coerce.number().int().positive().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        orders: z.array(Row),
        /** How many there are by this filter. */
        count: z.number(),
        counts: Counts,
        courses: z.array(z.object({ courseCode: z.string(), title: z.string() })),
        /** What to ask for `after`, where there are more. */
        next: z.number().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const exportOrders = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/orders/export',
  summary: 'All orders of a filter as a CSV file',
  actor: 'admin',
  stepUp: 'always',
  query: Filter,
  answers: {},
  file: 'text/csv',
  priority: 'low',
  refusals: ['STEP_UP_REQUIRED', 'FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const readOrder = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/orders/:orderId',
  summary: 'One order with its seats, its payments and all that happened to it',
  actor: 'admin',
  params: z.object({ orderId: z.uuid() }),
  answers: { 200: z.object({ data: AdminOrder }) },
  refusals: ['ORDER_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
