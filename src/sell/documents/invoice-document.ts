/** The content of an invoice. The tax is part of the total (docs/contract §35). */
import { type BillLine, isTakenOff } from '#domain/money/bill.ts'
import { formatMoney, type Money, money, subtract } from '#domain/money/money.ts'
import { formatDay } from '#domain/schedule.ts'
import type { Seller } from '#domain/site/site.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import { toPrintable } from '#platform/pictures/glyphs.ts'
import { describeItem, listBuyerLines, listSellerLines } from './printed-texts.ts'

export type InvoiceFacts = {
  number: string
  orderNumber: string
  seller: Seller
  /** Null: the invoice has no name. */
  buyer: { name: string; email: string } | null
  /** Dates are those of the buyer's zone. */
  timezoneId: string
  orderedAt: Date
  issuedAt: Date
  courseTitle: string
  /** Null for a gift card. */
  cohortCode: string | null
  /** `seat`: null for a gift card. */
  lines: readonly { seat: number | null; label: string; amount: Money }[]
  subtotal: Money
  total: Money
  bill: readonly BillLine[]
}

export function createInvoiceDocument(facts: InvoiceFacts): PdfDocument {
  const { number, seller, buyer, courseTitle, cohortCode, lines, subtotal, total, bill } = facts
  const day = (at: Date) => formatDay(at, facts.timezoneId)
  const discount = subtract(subtotal, total)
  const unit = getUnitAmount(facts)
  return {
    heading: 'Invoice',
    title: `Invoice ${number}`,
    author: seller.lines[0] ?? '',
    at: facts.issuedAt,
    parts: [
      {
        is: 'facts',
        columns: [
          { label: 'Invoice number', lines: [number] },
          { label: 'Invoice date', lines: [day(facts.issuedAt)] },
          { label: 'Ordered', lines: [`${facts.orderNumber}, ${day(facts.orderedAt)}`] },
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
          { label: 'Description', width: 0.36 },
          { label: lines.some(({ seat }) => seat !== null) ? 'Seat' : '', width: 0.1 },
          { label: unit ? 'Unit price' : '', width: 0.18, align: 'right' },
          { label: unit && discount.minor > 0 ? 'Discount' : '', width: 0.18, align: 'right' },
          { label: 'Amount', width: 0.18, align: 'right' },
        ],
        rows: lines.map((line) => [
          describeItem(courseTitle, cohortCode, line.label),
          line.seat === null ? '' : String(line.seat),
          unit ? formatMoney(unit) : '',
          unit && discount.minor > 0 ? less(subtract(unit, line.amount)) : '',
          formatMoney(line.amount),
        ]),
      },
      {
        is: 'sums',
        rows: bill
          .filter(({ kind }) => !BOUGHT.has(kind) || discount.minor > 0)
          .map((line) => ({
            label: describeLine(line, day),
            amount: isTakenOff(line.kind) ? less(line.amount) : formatMoney(line.amount),
            ...(line.kind === 'total' && { isStrong: true }),
          })),
      },
      { is: 'note', text: `All amounts are in ${total.currency}. Questions? Write to ${seller.address}.` },
    ],
  }
}

/** Without a discount, the table above shows the thing bought. */
const BOUGHT: ReadonlySet<string> = new Set(['seats', 'gift-card'])

const PLAIN_LABELS: Partial<Record<BillLine['kind'], string>> = {
  tax: 'Includes tax',
  promo: 'Promo code',
  'gift-card': 'Gift card',
}

function describeLine({ kind, label: typed, at, status }: BillLine, day: (at: Date) => string): string {
  const label = toPrintable(typed, PLAIN_LABELS[kind] ?? '')
  if (!at) return label
  if (kind === 'payment') return `Paid on ${day(at)}, ${label}`
  if (kind === 'due') return `${label} by ${day(at)}`
  return status === 'sent' ? `Refunded on ${day(at)}, ${label}` : `Refund, ${label}, not sent yet`
}

/** The price of one seat before any discount; null where the lines are not one price times seats. */
function getUnitAmount({ subtotal, lines }: InvoiceFacts): Money | null {
  const [first] = lines
  if (!first || subtotal.minor % lines.length !== 0) return null
  const unit = money(subtotal.minor / lines.length, subtotal.currency)
  return lines.every((line) => line.amount.minor <= unit.minor) ? unit : null
}

const less = (amount: Money): string => (amount.minor === 0 ? formatMoney(amount) : `−${formatMoney(amount)}`)
