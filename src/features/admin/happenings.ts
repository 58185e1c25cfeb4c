/** What happened to an order, told from its rows: who did what, when, and how it was seen. */
import { type Money, money, toWire } from '#domain/money.ts'
import type { disputesOfOrder } from '#features/checkout/queries/disputes.ts'
import type { orderById } from '#features/checkout/queries/orders.ts'
import type { paymentsOf } from '#features/checkout/queries/payments.ts'
import type { receiptRequestsOf } from '#features/checkout/queries/receipts.ts'
import type {
  cohortEndOf,
  enrolmentsOf,
  invitationsOf,
  Move,
  mailsOf,
  newsOf,
  refundRequestsOf,
  refundsOf,
} from './queries/one-order.ts'
import type { Happening } from './wire/orders.ts'

type Rows<Query extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>
export type Facts = {
  order: NonNullable<Rows<typeof orderById>>
  payments: Rows<typeof paymentsOf>
  moves: Move[]
  news: Rows<typeof newsOf>
  mails: Rows<typeof mailsOf>
  receipts: Rows<typeof receiptRequestsOf>
  requests: Rows<typeof refundRequestsOf>
  refunds: Rows<typeof refundsOf>
  disputes: Rows<typeof disputesOfOrder>
  enrolments: Rows<typeof enrolmentsOf>
  invitations: Rows<typeof invitationsOf>
  cohortEnd: NonNullable<Rows<typeof cohortEndOf>> | null
}
type Payment = Facts['payments'][number]
type Told = Partial<Omit<Happening, 'amount' | 'what' | 'at'>> & { amount?: Money }

/** Newest first; of one instant, what comes later in this list. */
export function happenings(facts: Facts): Happening[] {
  const found = [
    ...ofOrder(facts),
    ...facts.payments.flatMap((payment) => ofPayment(payment, facts)),
    ...facts.invitations.flatMap(({ name, email, sent_at, accepted_at }) => [
      ...when('invited', sent_at, { text: name ?? email }),
      ...when('accepted', accepted_at, { text: name ?? email }),
    ]),
    ...facts.mails.flatMap(({ subject, at }) => when('mailed', at, { text: subject })),
    ...facts.receipts.flatMap(({ created_at, by, reason }) => when('receipt-asked', created_at, { by, text: reason })),
    ...ofRefunds(facts),
    ...facts.disputes.flatMap((dispute) => listDisputeEvents(dispute, facts)),
    ...facts.enrolments.flatMap(({ cancelled_at, cancelled_by, cancel_reason, name }) =>
      when('seat-ended', cancelled_at, { by: cancelled_by, text: [name, cancel_reason].filter(Boolean).join(': ') }),
    ),
    ...(facts.cohortEnd
      ? when('cohort-cancelled', facts.cohortEnd.cancelled_at, { by: facts.cohortEnd.by, text: facts.cohortEnd.reason })
      : []),
  ]
  return found.toSorted((a, b) => a.at.localeCompare(b.at)).toReversed()
}

function ofOrder({ order, moves }: Facts): Happening[] {
  const to = { complete: 'enrolled', expired: 'lapsed', superseded: 'superseded' } as const
  return [
    ...when('placed', order.created_at, { amount: money(order.total_minor, order.currency) }),
    ...moves.flatMap((move) => {
      const what = move.machine === 'order' && to[move.to as keyof typeof to]
      return what ? when(what, move.at) : []
    }),
    ...when('paused', order.paused_at),
  ]
}

function ofPayment(payment: Payment, { moves, news }: Facts): Happening[] {
  const { id, method, account_id, amount_minor, currency, created_at, failure_code } = payment
  if (method === 'none') return []
  const told = { amount: money(amount_minor, currency), method, text: cardOf(payment) }
  const own = moves.filter((move) => move.machine === 'payment' && move.subject === id)
  const arrived = news.find((one) => one.payment_id === id && one.type.includes('succeeded'))
  return [
    ...when(account_id ? 'set-aside' : 'sent-to-bank', created_at, told),
    ...own.flatMap(({ to, at }) => {
      if (to === 'complete') {
        const by = arrived && arrived.received_at <= at ? ('webhook' as const) : ('asking' as const)
        const seconds = Math.max(0, Math.round((at.getTime() - created_at.getTime()) / 1000))
        return when('paid', at, { ...told, seen: account_id ? null : { by, seconds } })
      }
      if (to === 'declined') return when('declined', at, { ...told, text: failure_code })
      if (to === 'cancelled') return when('attempt-ended', at, told)
      return to === 'returning' ? when('cannot-keep', at, { ...told, text: failure_code }) : []
    }),
  ]
}

function ofRefunds({ order, requests, refunds, moves }: Facts): Happening[] {
  const inCurrency = (minor: number) => money(minor, order.currency)
  const droppedOf = (requestId: string) =>
    refunds
      .filter(({ state, request_id }) => state === 'dropped' && request_id === requestId)
      .reduce((sum, one) => sum + one.amount_minor, 0)
  return [
    ...requests.flatMap(({ id, created_at, by, reason, amount_minor, cause }) =>
      when(cause === 'provider' ? 'refund-decided' : 'refund-asked', created_at, {
        by,
        text: reason,
        amount: inCurrency(amount_minor + droppedOf(id)),
      }),
    ),
    ...refunds.flatMap(({ id, state, created_at, method, amount_minor, made_at, by }) => {
      const told = { amount: inCurrency(amount_minor), method }
      const to = {
        accepted: 'refund-sent',
        failed: 'refund-failed',
        queued: 'refund-again',
        dropped: 'refund-dropped',
      } as const
      return [
        ...when('refund-waits', state === 'queued' ? created_at : null, told),
        ...when('refund-at-provider', made_at === 'provider' ? created_at : null, told),
        ...moves
          .filter((move) => move.machine === 'refund' && move.subject === id)
          .flatMap((move) => (isOneOf(to, move.to) ? when(to[move.to], move.at, { ...told, by }) : [])),
      ]
    }),
  ]
}

/** A dispute may be decided before it was heard of: then only its end is known. */
function listDisputeEvents(dispute: Facts['disputes'][number], { moves }: Facts): Happening[] {
  const about = { amount: money(dispute.amount_minor, dispute.currency), text: dispute.reason }
  const to = { open: 'dispute-opened', closed: 'dispute-closed', won: 'dispute-won', lost: 'dispute-lost' } as const
  const own = moves.filter((move) => move.machine === 'dispute' && move.subject === dispute.id)
  const first = own[0]?.from ?? dispute.state
  const begun = first === 'inquiry' ? 'dispute-inquiry' : to[first as keyof typeof to]
  return [
    ...when(begun, dispute.opened_at, about),
    ...own.flatMap((move) => (isOneOf(to, move.to) ? when(to[move.to], move.at, about) : [])),
  ]
}

const isOneOf = <All extends object>(all: All, key: PropertyKey): key is keyof All => key in all

function when(what: Happening['what'], at: Date | null, { amount, ...told }: Told = {}): Happening[] {
  if (!at) return []
  const nothing = { by: null, text: null, method: null, seen: null }
  return [{ what, at: at.toISOString(), amount: amount ? toWire(amount) : null, ...nothing, ...told }]
}

function cardOf({ card_brand, card_last4 }: Payment): string | null {
  return card_brand && card_last4 ? `${card_brand} ••${card_last4}` : null
}
