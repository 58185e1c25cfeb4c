/** The invoice of an order as a PDF: every amount as it was stored when it was charged, or sent back. */
import { money } from '#domain/money/money.ts'
import { formatInvoiceNumber } from '#domain/orders/document-number.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Seller } from '#domain/site/site.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor, SentFile } from '#http/handle.ts'
import { requireSeller } from '#people/site/seller.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import { getFollowedOrder } from '#sell/orders/order-access.ts'
import { getOrderedCourse } from '#sell/orders/ordered-course.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { cancellationForBuyer } from '#sell/orders/queries/order-view.ts'
import type { getOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { listOrderDisputes } from '#sell/refunds/queries/disputes.ts'
import { refundsOfBuyer } from '#sell/refunds/queries/payment-refunds.ts'
import { createDocumentFile } from './document-file.ts'
import { createInvoiceDocument } from './invoice-document.ts'
import { createOrderBill } from './order-bill.ts'
import { getInvoice } from './queries/documents.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>

const RETRY_AFTER_SECONDS = 2

/** To a checkout token the invoice names no buyer, as the order does not. */
export async function invoiceFor(deps: Deps, actor: Actor, orderId: string): Promise<Outcome<SentFile>> {
  const followed = await getFollowedOrder(deps, actor, orderId)
  if (!followed) return refused('ORDER_NOT_FOUND')
  const { order, follower } = followed
  const parts = await loadInvoiceParts(deps, order)
  if (!parts.invoice) return refused('INVOICE_NOT_READY')
  const wait = await consumeLimit(deps.db, 'invoicePerOrder', order.id)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const file = await createInvoice(deps, order, follower !== 'token', parts)
  return file ? accepted(file) : refused('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS })
}

/** For a job, which is tried again later where too many invoices wait to be drawn. */
export async function requireInvoice(deps: Deps, order: Order, parts?: InvoiceParts): Promise<SentFile> {
  const file = await createInvoice(deps, order, true, parts ?? (await loadInvoiceParts(deps, order)))
  if (!file) throw new Error('too many invoices wait to be drawn')
  return file
}

/** Null while too many documents wait to be drawn. */
async function createInvoice(
  deps: Deps,
  order: Order,
  namesBuyer: boolean,
  parts: InvoiceParts,
): Promise<SentFile | null> {
  const { invoice } = parts
  if (!invoice) throw new Error('the order has no invoice')
  const seller = await requireSeller(deps, invoice)
  const pdfDocument = describeInvoice(deps, order, namesBuyer, { ...parts, invoice, seller })
  const filename = `invoice-${formatInvoiceNumber(invoice.number)}.pdf`
  return createDocumentFile(deps, { order, creditNote: 0, namesBuyer, filename, pdfDocument })
}

export type InvoiceParts = Awaited<ReturnType<typeof loadInvoiceParts>>

/** The rows that the invoice and the receipt show. */
export async function loadInvoiceParts(deps: Deps, order: Order) {
  const [invoice, lines, payments, refunds, disputes, cancellation, course] = await Promise.all([
    getInvoice(deps.db, order.id),
    listOrderLines(deps.db, order.id),
    listOrderPayments(deps.db, order.id),
    refundsOfBuyer(deps.db, order.id),
    listOrderDisputes(deps.db, order.id),
    cancellationForBuyer(deps.db, order),
    getOrderedCourse(deps, order),
  ])
  return { invoice, lines, payments, refunds, disputes, cancellation, course }
}

/** `INV-00042`. The job's order is complete and has a price, so the database has issued its invoice. */
export function requireInvoiceNumber({ invoice }: Pick<InvoiceParts, 'invoice'>): string {
  if (!invoice) throw new Error('the order has no invoice')
  return formatInvoiceNumber(invoice.number)
}

type IssuedParts = InvoiceParts & { invoice: NonNullable<InvoiceParts['invoice']>; seller: Seller }

function describeInvoice(deps: Deps, order: Order, namesBuyer: boolean, parts: IssuedParts): PdfDocument {
  const { invoice, seller, lines } = parts
  const inCurrency = (minor: number) => money(minor, order.currency)
  const isGiftCard = order.product === 'gift-card'
  return createInvoiceDocument({
    number: formatInvoiceNumber(invoice.number),
    orderNumber: `U-${order.number}`,
    seller,
    buyer: namesBuyer ? order : null,
    timezoneId: order.timezone_id,
    orderedAt: order.created_at,
    issuedAt: invoice.issued_at,
    courseTitle: invoice.title,
    cohortCode: order.cohort_code,
    lines: lines.map((line) => ({
      seat: isGiftCard ? null : line.position + 1,
      label: line.label,
      amount: inCurrency(line.amount_minor),
    })),
    subtotal: inCurrency(order.subtotal_minor),
    total: inCurrency(order.total_minor),
    bill: createOrderBill(order, parts, deps.clock()),
  })
}
