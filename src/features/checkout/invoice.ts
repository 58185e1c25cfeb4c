/** The invoice of an order as a PDF: every amount as it was stored when it was charged, or sent back. */
import { createHash } from 'node:crypto'
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { money } from '#domain/money.ts'
import { hasInvoice } from '#domain/order.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor, SentFile } from '#http/handle.ts'
import { consumeLimit } from '#platform/limits.ts'
import { drawAside } from '#platform/pdf/draw-aside.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import { mayFollow } from './credential.ts'
import { invoiceDocument } from './invoice-document.ts'
import { paidWith } from './paid-with.ts'
import { getInvoiceFile, storeInvoiceFile } from './queries/invoices.ts'
import { linesOf, orderById } from './queries/orders.ts'
import { paymentsOf, refundsOf } from './queries/payments.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>

const RETRY_AFTER_SECONDS = 2
/** Raise it when the same document is drawn differently, so that stored files are drawn again. */
const DRAWING = 1

/** To a checkout token the invoice names no buyer, as the order does not. */
export async function invoiceFor(deps: Deps, actor: Actor, orderId: string): Promise<Outcome<SentFile>> {
  const order = await orderById(deps.db, orderId)
  const follower = order && (await mayFollow(deps, actor, order))
  if (!order || !follower) return refused('ORDER_NOT_FOUND')
  if (!hasInvoice(order.state, order.total_minor)) return refused('INVOICE_NOT_READY')
  const wait = await consumeLimit(deps.db, 'invoiceOfOrder', order.id)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const file = await invoiceOf(deps, order, follower !== 'token')
  return file ? accepted(file) : refused('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS })
}

/** For a job, which is tried again later where too many invoices wait to be drawn. */
export async function requireInvoice(deps: Deps, order: Order): Promise<SentFile> {
  const file = await invoiceOf(deps, order, true)
  if (!file) throw new Error('too many invoices wait to be drawn')
  return file
}

/** Drawn once for what it says, and stored. */
async function invoiceOf(deps: Deps, order: Order, namesBuyer: boolean): Promise<SentFile | null> {
  const pdfDocument = await loadInvoiceDocument(deps, order, namesBuyer)
  const hash = createHash('sha256')
    .update(JSON.stringify([DRAWING, pdfDocument]))
    .digest()
  const filename = `invoice-U-${order.number}.pdf`
  const key = { orderId: order.id, namesBuyer, hash }
  const stored = await getInvoiceFile(deps.db, key)
  if (stored) return { filename, content: stored }
  const content = await drawAside(pdfDocument)
  if (!content) return null
  await storeInvoiceFile(deps.db, key, order, content)
  return { filename, content }
}

async function loadInvoiceDocument(deps: Deps, order: Order, namesBuyer: boolean): Promise<PdfDocument> {
  const [lines, payments, refunds, course] = await Promise.all([
    linesOf(deps.db, order.id),
    paymentsOf(deps.db, order.id),
    refundsOf(deps.db, order.id),
    getCohortWithTitle(deps, order.course_code),
  ])
  const inCurrency = (minor: number) => money(minor, order.currency)
  const isGiftCard = order.course_code === GIFT_CARD_CODE
  const took = payments.filter(({ state }) => ['complete', 'returning', 'returned'].includes(state))
  const cardOf = (id: string) => {
    const payment = took.find((one) => one.id === id)
    return payment ? paidWith(payment) : null
  }
  return invoiceDocument({
    number: `U-${order.number}`,
    seller: { lines: deps.config.invoiceSeller, address: deps.config.supportAddress },
    buyer: namesBuyer ? order : null,
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
}
