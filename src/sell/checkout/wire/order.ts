/** One order for its buyer. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire, RefundFiguresWire } from '#http/schemas.ts'
import { Tax } from '#sell/orders/wire/fields.ts'
import { FailureCode, PaymentStatus } from '#sell/payments/wire/verify.ts'

const RefundStatus = z.enum(['on-its-way', 'waiting', 'sent', 'delayed'])

export const OrderView = z
  .object({
    orderId: z.string(),
    /** The order number for people: `U-` and digits. */
    orderNumber: z.string(),
    status: PaymentStatus,
    placedAt: Instant,
    paymentType: z.enum(['full', 'deposit']),
    /** The code that lowered the price. */
    promoCode: z.string().nullable(),
    discountKind: z.enum(['group', 'promo', 'referral']).nullable(),
    /** Null for a gift card, as are the next two. */
    courseCode: z.string().nullable(),
    coursePrefixCode: z.string().nullable(),
    offerCode: z.string().nullable(),
    lines: z.array(
      z.object({
        lineId: z.string(),
        kind: z.enum(['seats', 'gift-card']),
        label: z.string(),
        /** One line for each seat, counted from 1. */
        seat: z.number(),
        amount: MoneyWire,
        /** The amount refunded or being refunded. */
        refunded: MoneyWire,
        /** The state of the seat. Null without a seat, as for a gift card. */
        seatStatus: z.enum(['held', 'unconfirmed', 'active', 'ended']).nullable(),
      }),
    ),
    totals: z.object({
      subtotal: MoneyWire,
      discount: MoneyWire,
      total: MoneyWire,
      paid: MoneyWire,
      /** The gift card and credit that an unpaid order reserves. */
      held: MoneyWire,
      dueNow: MoneyWire,
      /** The total left to pay: due now and scheduled. */
      due: MoneyWire,
      /** The refunded amount. */
      refunded: MoneyWire,
      /** The amount of refunds in progress. */
      refunding: MoneyWire,
      /** The received amount after all refunds, without what banks took back or hold. */
      afterRefunds: MoneyWire,
    }),
    /** The tax in the total, as it was when the order was placed. Null: none is shown. */
    tax: Tax.nullable(),
    /** The refund rule that the order keeps from its sale. */
    refundFigures: RefundFiguresWire,
    /**
     * What comes back until when, by the figures that the order kept from its sale. Without steps, nothing unless we
     * cancel the course, or move or cancel a session. Null: the order is not paid, cost nothing, or is a gift card.
     */
    refundRule: z.object({ steps: z.array(z.object({ percent: z.number(), until: Instant })) }).nullable(),
    /** Sessions ahead that were cancelled since the purchase, with the start that they had. */
    cancelledSessions: z.array(z.object({ title: z.string(), startsAt: Instant, timezoneId: z.string() })),
    /**
     * The lines of the bill, as the receipt and the invoice have them. The amounts of discounts, refunds, disputes
     * and waived parts are positive, and are taken off. `at`: when a payment or refund was made, or when the rest is due.
     */
    bill: z.array(
      z.object({
        kind: z.enum([
          'seats',
          'gift-card',
          'group',
          'promo',
          'referral',
          'total',
          'tax',
          'payment',
          'paid',
          'refund',
          'lost',
          'disputed',
          'kept',
          'waived',
          'due',
        ]),
        label: z.string(),
        amount: MoneyWire,
        at: Instant.nullable(),
        card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
        status: RefundStatus.nullable(),
      }),
    ),
    payments: z.array(
      z.object({
        paymentId: z.string(),
        method: z.enum(['card', 'paypal', 'gift-card', 'credit', 'none']),
        /** The purpose: the order itself, or the balance of a deposit. */
        purpose: z.enum(['purchase', 'balance']),
        status: PaymentStatus,
        amount: MoneyWire,
        refunded: MoneyWire,
        failureCode: FailureCode.nullable(),
        /** The card's brand and last four digits, such as "Visa" and "4242". */
        card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
        at: Instant,
      }),
    ),
    /** Each refund with its destination, oldest first. */
    refunds: z.array(
      z.object({
        refundId: z.string(),
        paymentId: z.string(),
        method: z.enum(['card', 'paypal', 'gift-card', 'credit']),
        card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
        amount: MoneyWire,
        /**
         * `waiting`: a bank disputes the payment, and has not decided. `delayed`: the bank returned the money, and an admin
         * decides.
         */
        status: RefundStatus,
        at: Instant,
      }),
    ),
    /** Set if the cohort was cancelled. The admin wrote the reason for the buyers. */
    cancellation: z.object({ at: Instant, reason: z.string().nullable() }).nullable(),
    schedule: z.array(z.object({ dueAt: Instant, amount: MoneyWire })),
    /** The card that will be charged for the balance. `chargeAt` null: the charge failed, and there is no other. */
    savedCard: z
      .object({ brand: z.string(), last4: z.string(), chargeAt: Instant.nullable(), isDeclined: z.boolean() })
      .nullable(),
    /** The friends' seats of a group. A checkout token gets no names. */
    friends: z.array(
      z.object({
        seat: z.number(),
        status: z.enum(['unnamed', 'invited', 'accepted', 'ended']),
        email: z.string().optional(),
        name: z.string().nullable().optional(),
      }),
    ),
    holdExpiresAt: Instant.nullable(),
    receiptUrl: z.string(),
    /** The invoice PDF on the payment host, with the same access. Null until there is one. */
    invoiceUrl: z.string().nullable(),
    /** `INV-` and digits, without gaps. Null until the order is paid, and for one that costs nothing. */
    invoiceNumber: z.string().nullable(),
    /** The credit notes, oldest first, with their PDFs on the payment host. A negative amount corrects earlier ones. */
    creditNotes: z.array(
      z.object({ number: z.number(), name: z.string(), amount: MoneyWire, issuedAt: Instant, url: z.string() }),
    ),
    /** Null without dates, for cancelled dates, and without a seat. */
    calendarUrl: z.string().nullable(),
    /** When access to lessons and recordings ends; null in it: without an end. Null without an active seat. */
    access: z.object({ until: Instant.nullable() }).nullable(),
    /** The mailed link confirms the enrolment until then. Null if nothing waits for a confirmation. */
    confirmBy: Instant.nullable(),
    /** The recipient of a gift card order. A checkout token gets no address and no message. */
    gift: z
      .object({
        recipient: z.object({ name: z.string(), email: z.string().optional() }),
        message: z.string().optional(),
        amount: MoneyWire,
        sendAt: Instant,
        status: z.enum(['scheduled', 'sent', 'cancelled']),
      })
      .nullable(),
    /** The disputed amount of the payments. `open`: seats and gift card are frozen. `lost`: they have ended. */
    disputed: z.object({ status: z.enum(['open', 'lost']), amount: MoneyWire }).nullable(),
    /** The buyer's details. Absent for a checkout token. */
    buyer: z.object({ name: z.string(), email: z.string(), phoneNumber: z.string().nullable() }).optional(),
  })
  .meta({ id: 'Order' })
export type OrderView = z.infer<typeof OrderView>

export const readBuyerOrder = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'orders/:orderId',
  priority: 'high',
  summary: 'One order with its lines, payments and totals',
  actor: 'order-holder',
  params: z.object({ orderId: z.uuid() }),
  query: z.object({ vt: z.string().max(100).optional() }),
  answers: { 200: z.object({ data: OrderView }) },
  refusals: ['ORDER_NOT_FOUND'],
})
