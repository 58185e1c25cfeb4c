/** What an invoice says. Nothing about tax: what was charged is known here, what of it is tax is not. */
import { type Money, money, subtract, toDecimal } from '#domain/money.ts'
import { dayIn } from '#domain/schedule.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'

type Moved = { with: string | null; amount: Money; at: Date }

export type InvoiceFacts = {
  number: string
  seller: { lines: readonly string[]; address: string }
  /** Null: not to be named. */
  buyer: { name: string; email: string } | null
  /** Dates are those of the buyer's zone. */
  timezoneId: string
  orderedAt: Date
  issuedAt: Date
  courseTitle: string
  courseCode: string
  /** `seat`: null where what is bought is no seat. */
  lines: readonly { seat: number | null; label: string; amount: Money }[]
  subtotal: Money
  total: Money
  payments: readonly Moved[]
  refunds: readonly Moved[]
}

export function invoiceDocument(facts: InvoiceFacts): PdfDocument {
  const { number, seller, buyer, courseTitle, courseCode, lines, subtotal, total, payments, refunds } = facts
  const day = (at: Date) => dayIn(at, facts.timezoneId)
  const discount = subtract(subtotal, total)
  const unit = unitOf(facts)
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
          { label: 'Ordered', lines: [day(facts.orderedAt)] },
        ],
      },
      {
        is: 'facts',
        columns: [
          { label: 'From', lines: [...seller.lines, seller.address] },
          ...(buyer ? [{ label: 'To', lines: [buyer.name, buyer.email] }] : []),
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
          `${courseTitle}\n${courseCode}, ${line.label}`,
          line.seat === null ? '' : String(line.seat),
          unit ? sum(unit) : '',
          unit && discount.minor > 0 ? less(subtract(unit, line.amount)) : '',
          sum(line.amount),
        ]),
      },
      {
        is: 'sums',
        rows: [
          ...(discount.minor > 0
            ? [
                { label: 'Before discount', amount: sum(subtotal) },
                { label: 'Discount', amount: less(discount) },
              ]
            : []),
          { label: 'Total', amount: sum(total), isStrong: true },
          ...payments.map((paid) => ({
            label: `Paid on ${day(paid.at)}${paid.with ? `, ${paid.with}` : ''}`,
            amount: sum(paid.amount),
          })),
          ...refunds.map((back) => ({
            label: `Refunded on ${day(back.at)}${back.with ? `, ${back.with}` : ''}`,
            amount: less(back.amount),
          })),
        ],
      },
      { is: 'note', text: `All amounts are in ${total.currency}. Questions? Write to ${seller.address}.` },
    ],
  }
}

/** The price of one seat before any discount; null where the lines are not one price times seats. */
function unitOf({ subtotal, lines }: InvoiceFacts): Money | null {
  const [first] = lines
  if (!first || subtotal.minor % lines.length !== 0) return null
  const unit = money(subtotal.minor / lines.length, subtotal.currency)
  return lines.every((line) => line.amount.minor <= unit.minor) ? unit : null
}

const sum = (amount: Money): string => `${amount.currency} ${toDecimal(amount)}`
const less = (amount: Money): string => (amount.minor === 0 ? sum(amount) : `−${sum(amount)}`)
