/** The content of a credit note: the part of an invoice that is not charged any more. */
import { formatMoney, type Money, money } from '#domain/money/money.ts'
import { formatDay } from '#domain/schedule.ts'
import type { Seller } from '#domain/site/site.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import { toPrintable } from '#platform/pictures/glyphs.ts'
import type { TaxLine } from '#sell/orders/view-tax.ts'
import { describeItem, listBuyerLines, listSellerLines } from './printed-texts.ts'

export type CreditNoteFacts = {
  number: string
  orderNumber: string
  invoice: { number: string; issuedAt: Date }
  seller: Seller
  /** Null: the credit note has no name. */
  buyer: { name: string; email: string } | null
  /** Dates are those of the buyer's zone. */
  timezoneId: string
  issuedAt: Date
  courseTitle: string
  /** Null for a gift card. */
  cohortCode: string | null
  /** `seat`: null for a gift card. */
  lines: readonly { seat: number | null; label: string; amount: Money }[]
  /** Negative where the document takes back an earlier credit note. */
  amount: Money
  /** Its share of the invoice's tax. Null: the invoice says nothing about tax. */
  tax: TaxLine | null
  /** The part of the amount that had not been paid. */
  waived: Money
}

export function createCreditNoteDocument(facts: CreditNoteFacts): PdfDocument {
  const { number, invoice, seller, buyer, courseTitle, cohortCode, lines, amount, tax, waived } = facts
  const day = (at: Date) => formatDay(at, facts.timezoneId)
  return {
    heading: amount.minor < 0 ? 'Correction of a credit note' : 'Credit note',
    title: `Credit note ${number}`,
    author: seller.lines[0] ?? '',
    at: facts.issuedAt,
    parts: [
      {
        is: 'facts',
        columns: [
          { label: 'Credit note number', lines: [number] },
          { label: 'Date', lines: [day(facts.issuedAt)] },
          { label: 'For invoice', lines: [`${invoice.number}, ${day(invoice.issuedAt)}`] },
          { label: 'Order', lines: [facts.orderNumber] },
        ],
      },
      {
        is: 'facts',
        columns: [
          { label: 'From', lines: listSellerLines(seller) },
          ...(buyer ? [{ label: 'To', lines: listBuyerLines(buyer, facts.orderNumber) }] : []),
        ],
      },
      {
        is: 'table',
        columns: [
          { label: 'Description', width: 0.62 },
          { label: lines.some(({ seat }) => seat !== null) ? 'Seat' : '', width: 0.14 },
          { label: 'Amount', width: 0.24, align: 'right' },
        ],
        rows: lines.map((line) => [
          describeItem(courseTitle, cohortCode, line.label),
          line.seat === null ? '' : String(line.seat),
          formatSigned(line.amount),
        ]),
      },
      {
        is: 'sums',
        rows: [
          { label: 'Total credit', amount: formatSigned(amount), isStrong: true },
          ...(tax ? [{ label: toPrintable(tax.label, 'Includes tax'), amount: formatSigned(tax.amount) }] : []),
        ],
      },
      {
        is: 'note',
        text: `${explain(amount, waived)}All amounts are in ${amount.currency}. Questions? Write to ${seller.address}.`,
      },
    ],
  }
}

function explain(amount: Money, waived: Money): string {
  if (amount.minor < 0) return 'This document takes back earlier credit notes by this amount. '
  if (waived.minor <= 0) return ''
  if (waived.minor === amount.minor) return 'This amount had not been paid, and is not due any more. '
  return `${formatMoney(waived)} of this amount had not been paid, and is not due any more. `
}

function formatSigned(amount: Money): string {
  return amount.minor < 0 ? `−${formatMoney(money(-amount.minor, amount.currency))}` : formatMoney(amount)
}
