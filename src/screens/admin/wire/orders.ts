/** Orders as admins see them. See docs/contract §5. */
import { z } from 'zod'
import { MONEY_OUTCOMES } from '#domain/orders/money-outcome.ts'
import { REFERRAL_STATES } from '#domain/orders/referral.ts'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant, MoneyWire, TimeZone } from '#http/schemas.ts'
import { OrderView } from '#sell/checkout/wire/order.ts'
import { ORDER_STATUSES, ORDER_VIEWS } from './statuses.ts'

const OrderFilterQuery = z.object({
  /** The number of an order, invoice or credit note, or the first letters of words of a name or an e-mail address. */
  q: z.string().trim().max(200).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  /** Placed on this day or later, in the time zone `timezoneId`. */
  since: z.iso.date().optional(),
  timezoneId: TimeZone.default('UTC'),
  courseCode: Code.optional(),
  only: z.enum(ORDER_VIEWS).optional(),
})
export type OrderFilterQuery = z.output<typeof OrderFilterQuery>

const OrderListQuery = OrderFilterQuery.extend({
  after: z.coerce.number().int().positive().optional(),
  /** `placed`: oldest first. `-placed`: newest first, as without one; balances due have the first day first without one. */
  sort: z.enum(['placed', '-placed']).optional(),
})
export type OrderListQuery = z.output<typeof OrderListQuery>

const OrderListItem = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** What became of the money of a complete order; null of any other. */
  outcome: z.enum(MONEY_OUTCOMES).nullable(),
  placedAt: Instant,
  name: z.string(),
  email: z.string(),
  courseTitle: z.string(),
  /** Null for a gift card. */
  courseCode: z.string().nullable(),
  seats: z.number(),
  total: MoneyWire,
  refunded: MoneyWire,
  /** The balance after a deposit and its due date; null if nothing is due. */
  balance: z.object({ amount: MoneyWire, dueAt: Instant, isPaused: z.boolean() }).nullable(),
  /** The marketing source of the order, as "source / medium". */
  cameFrom: z.string().nullable(),
  /** A dispute is open: the bank has not decided yet. */
  isDisputed: z.boolean(),
})
export type OrderListItem = z.infer<typeof OrderListItem>

/** The number of orders of each view. 1001 means more than 1,000. */
const OrderViewCounts = z.object({
  all: z.number(),
  sinceYesterday: z.number(),
  attention: z.number(),
  balanceDue: z.number(),
  refunded: z.number(),
})
export type OrderViewCounts = z.infer<typeof OrderViewCounts>

const ORDER_EVENTS = [
  'placed',
  'sent-to-bank',
  'set-aside',
  'paid',
  'declined',
  'attempt-ended',
  'cannot-keep',
  'enrolled',
  'expired',
  'replaced',
  'invited',
  'accepted',
  'mailed',
  'receipt-requested',
  'paused',
  'refund-requested',
  'refund-queued',
  'refund-sent',
  'refund-at-provider',
  'refund-allocated',
  'refund-failed',
  'refund-again',
  'refund-voided',
  'seat-ended',
  'cohort-cancelled',
  'dispute-inquiry',
  'dispute-opened',
  'dispute-closed',
  'dispute-won',
  'dispute-lost',
] as const

const TimelineEvent = z.object({
  what: z.enum(ORDER_EVENTS),
  at: Instant,
  amount: MoneyWire.nullable(),
  /** The name of the admin who did this. */
  by: z.string().nullable(),
  /** Free text of the event: a reason, an e-mail subject, a name or a failure code. */
  text: z.string().nullable(),
  /** The payment method of a payment or refund. */
  method: z.enum(['card', 'paypal', 'gift-card', 'credit', 'none']).nullable(),
  /** How we learned of a payment, by webhook or by polling the provider, and after how many seconds. */
  seen: z.object({ by: z.enum(['webhook', 'asking']), seconds: z.number() }).nullable(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

const AdminSeat = z.object({
  seat: z.number(),
  lineId: z.string(),
  /** The name of the enrolled or invited person. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  enrolmentId: z.string().nullable(),
  state: z.enum(['held', 'unconfirmed', 'active', 'cancelled', 'free']),
})
export type AdminSeat = z.infer<typeof AdminSeat>

const AdminDispute = z.object({
  disputeId: z.string(),
  state: z.enum(['inquiry', 'open', 'closed', 'won', 'lost']),
  amount: MoneyWire,
  /** The bank's reason, as the provider's code. */
  reason: z.string(),
  openedAt: Instant,
  /** The deadline for evidence; null if the bank accepts none. */
  answerBy: Instant.nullable(),
  /** The provider's page for the dispute; null if the current provider did not take the payment. */
  url: z.string().nullable(),
})

const AdminOrder = z.object({
  order: OrderView,
  /** What became of the money of a complete order; null of any other. */
  outcome: z.enum(MONEY_OUTCOMES).nullable(),
  courseTitle: z.string(),
  seats: z.array(AdminSeat),
  attribution: z.record(z.string(), z.string()),
  /** The person whose code brought the buyer, and the state of the reward. */
  referredBy: z.object({ name: z.string(), email: z.string(), state: z.enum(REFERRAL_STATES) }).nullable(),
  /** Refunds that the provider has not accepted yet. */
  refundWaiting: MoneyWire.nullable(),
  /** Refunds made in the provider's dashboard that no admin has assigned to seats yet. */
  refundUnallocated: MoneyWire.nullable(),
  /** Refunds never sent, which a dashboard refund may replace. `hasRoom` is false if too little money is left for both. */
  refundPending: z.object({ amount: MoneyWire, hasRoom: z.boolean() }).nullable(),
  /** Other pending refunds, sent after the admin's decision in any case. */
  refundSeparate: MoneyWire.nullable(),
  /** Refunds on hold or failed at the provider. An admin can send them again. */
  refundOnHold: MoneyWire.nullable(),
  /** The provider that a payment or a refund waits for, if it is not configured any more. */
  missingProvider: z.string().nullable(),
  /** The disputes of all payments, newest first. */
  disputes: z.array(AdminDispute),
  /** What the provider kept as fees of disputes, by currency. They are not taken off the order's amounts. */
  disputeFees: z.array(MoneyWire),
  /** True if a receipt can be sent again. */
  hasReceipt: z.boolean(),
  /** Newest first. */
  events: z.array(TimelineEvent),
})
export type AdminOrder = z.infer<typeof AdminOrder>

export const listOrders = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/orders',
  summary:
    'Orders by number, name, e-mail, status, day, course and view; newest first, balances due by their day; 25 per page',
  actor: 'admin',
  query: OrderListQuery,
  answers: {
    200: z.object({
      data: z.object({
        orders: z.array(OrderListItem),
        /** The number of orders that match the filter. 1001 means more than 1,000. */
        count: z.number(),
        counts: OrderViewCounts,
        /** With `only=balance-due`: what the orders of the filter still owe, by currency. Else empty. */
        due: z.array(MoneyWire),
        /** The newest 500 cohorts, for the filter. */
        courses: z.array(z.object({ courseCode: z.string(), title: z.string() })),
        /** There are more cohorts. `courseCode` accepts their codes too. */
        hasMoreCourses: z.boolean(),
        /** The value of `after` for the next page; null on the last page. */
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
  query: OrderFilterQuery,
  answers: {},
  file: 'text/csv',
  priority: 'low',
  refusals: ['STEP_UP_REQUIRED', 'FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const readOrder = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/orders/:orderId',
  summary: 'One order with its seats, payments and timeline',
  actor: 'admin',
  params: z.object({ orderId: z.uuid() }),
  answers: { 200: z.object({ data: AdminOrder }) },
  refusals: ['ORDER_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
