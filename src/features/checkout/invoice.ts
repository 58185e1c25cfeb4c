/** The invoice of an order as a PDF: every amount as it was stored when it was charged, or sent back. */
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { money } from '#domain/money.ts'
import { hasInvoice } from '#domain/order.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { namedRun } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor, SentFile } from '#http/handle.ts'
import { drawAside } from '#platform/pdf/draw-aside.ts'
import { mayFollow } from './credential.ts'
import { invoicePaper } from './invoice-paper.ts'
import { paidWith } from './paid-with.ts'
import { linesOf, orderById } from './queries/orders.ts'
import { paymentsOf, refundsOf } from './queries/payments.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>

/** To a checkout token the invoice names no buyer, as the order does not. */
export async function invoiceFor(deps: Deps, actor: Actor, orderId: string): Promise<Outcome<SentFile>> {
  const order = await orderById(deps.db, orderId)
  const follower = order && (await mayFollow(deps, actor, order))
  if (!order || !follower) return refused('ORDER_NOT_FOUND')
  if (!hasInvoice(order.state, order.total_minor)) return refused('INVOICE_NOT_READY')
  return accepted(await invoiceOf(deps, order, follower === 'token' ? null : order))
}

/** For whoever may have it already: an order that has an invoice, and its buyer where it is to name one. */
export async function invoiceOf(
  deps: Deps,
  order: Order,
  buyer: { name: string; email: string } | null,
): Promise<SentFile> {
  const [lines, payments, refunds, course] = await Promise.all([
    linesOf(deps.db, order.id),
    paymentsOf(deps.db, order.id),
    refundsOf(deps.db, order.id),
    namedRun(deps, order.course_code),
  ])
  const inCurrency = (minor: number) => money(minor, order.currency)
  const isGiftCard = order.course_code === GIFT_CARD_CODE
  const took = payments.filter(({ state }) => ['complete', 'returning', 'returned'].includes(state))
  const cardOf = (id: string) => {
    const payment = took.find((one) => one.id === id)
    return payment ? paidWith(payment) : null
  }
  const paper = invoicePaper({
    number: `U-${order.number}`,
    seller: { lines: deps.config.invoiceSeller, address: deps.config.supportAddress },
    buyer,
    timezoneId: order.timezone_id,
    orderedAt: order.created_at,
    issuedAt: order.completed_at ?? order.created_at,
    courseTitle: course?.title ?? (isGiftCard ? 'Gift card' : order.course_code),
    courseCode: order.course_code,
    lines: lines.map((line) => ({
      seat: isGiftCard ? null : line.position + 1,
      label: line.label,
      amount: inCurrency(line.amount_minor),
    })),
    subtotal: inCurrency(order.subtotal_minor),
    total: inCurrency(order.total_minor),
    payments: took
      .filter(({ amount_minor }) => amount_minor > 0)
      .map(({ id, amount_minor, settled_at, created_at }) => ({
        with: cardOf(id),
        amount: inCurrency(amount_minor),
        at: settled_at ?? created_at,
      })),
    refunds: refunds.map(({ payment_id, amount_minor, created_at }) => ({
      with: cardOf(payment_id),
      amount: inCurrency(amount_minor),
      at: created_at,
    })),
  })
  return { filename: `invoice-U-${order.number}.pdf`, content: await drawAside(paper) }
}
