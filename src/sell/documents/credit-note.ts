/** The credit notes of an order as PDFs. The database issues them when a refund or a waived amount is booked. */
import { money } from '#domain/money/money.ts'
import { formatCreditNoteNumber, formatInvoiceNumber } from '#domain/orders/document-number.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor, SentFile } from '#http/handle.ts'
import { requireSeller } from '#people/site/seller.ts'
import { consumeLimit } from '#platform/limits.ts'
import { getFollowedOrder } from '#sell/orders/order-access.ts'
import { getOrder, type Order } from '#sell/orders/queries/orders.ts'
import { createTaxLine } from '#sell/orders/view-tax.ts'
import { createCreditNoteDocument } from './credit-note-document.ts'
import { createDocumentFile } from './document-file.ts'
import { getInvoice, listCreditNoteLines, listCreditNotes, listCreditNotesOfRequest } from './queries/documents.ts'

type CreditNote = Awaited<ReturnType<typeof listCreditNotes>>[number]

const RETRY_AFTER_SECONDS = 2

/** To a checkout token the credit note names no buyer, as the order does not. */
export async function creditNoteFor(
  deps: Deps,
  actor: Actor,
  orderId: string,
  number: number,
): Promise<Outcome<SentFile>> {
  const followed = await getFollowedOrder(deps, actor, orderId)
  if (!followed) return refused('ORDER_NOT_FOUND')
  const { order, follower } = followed
  const note = (await listCreditNotes(deps.db, orderId)).find((one) => one.number === number)
  if (!note) return refused('ORDER_NOT_FOUND')
  const wait = await consumeLimit(deps.db, 'invoicePerOrder', order.id)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const file = await createCreditNote(deps, order, note, follower !== 'token')
  return file ? accepted(file) : refused('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS })
}

/** The credit notes of a refund, for its e-mail. The job is tried again if too many documents wait to be drawn. */
export async function requireCreditNotes(deps: Deps, requestId: string): Promise<SentFile[]> {
  const files: SentFile[] = []
  for (const note of await listCreditNotesOfRequest(deps.db, requestId)) {
    const order = await getOrder(deps.db, note.order_id)
    const file = order && (await createCreditNote(deps, order, note, true))
    if (!file) throw new Error('too many credit notes wait to be drawn')
    files.push(file)
  }
  return files
}

async function createCreditNote(deps: Deps, order: Order, note: CreditNote, namesBuyer: boolean) {
  const [lines, invoice, seller] = await Promise.all([
    listCreditNoteLines(deps.db, note.number),
    getInvoice(deps.db, order.id),
    requireSeller(deps, note),
  ])
  if (!invoice) throw new Error('the database issues no credit note without an invoice')
  const inCurrency = (minor: number) => money(minor, order.currency)
  const number = formatCreditNoteNumber(note.number)
  const pdfDocument = createCreditNoteDocument({
    number,
    orderNumber: `U-${order.number}`,
    invoice: { number: formatInvoiceNumber(invoice.number), issuedAt: invoice.issued_at },
    seller,
    buyer: namesBuyer ? order : null,
    timezoneId: order.timezone_id,
    issuedAt: note.issued_at,
    courseTitle: invoice.title,
    cohortCode: order.cohort_code,
    lines: lines.map((line) => ({
      seat: order.product === 'gift-card' ? null : line.position + 1,
      label: line.label,
      amount: inCurrency(line.amount_minor),
    })),
    amount: inCurrency(note.amount_minor),
    tax: createTaxLine(order, note.tax_minor),
    waived: inCurrency(note.waived_minor),
  })
  return createDocumentFile(deps, {
    order,
    creditNote: note.number,
    namesBuyer,
    filename: `credit-note-${number}.pdf`,
    pdfDocument,
  })
}
