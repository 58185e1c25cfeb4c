/** The content of an invoice. The tax is part of the total (docs/contract.md §35). */
import { formatMoney, type Money, money, subtract } from '#domain/money/money.ts'
import { formatDay } from '#domain/schedule.ts'
import type { TaxLine } from '#features/orders/view-tax.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'

type Moved = { with: string | null; amount: Money; at: Date }

export type InvoiceFacts = {
  number: string
  orderNumber: string
  seller: { lines: readonly string[]; address: string }
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
  /** Null: the invoice says nothing about tax. */
  tax: TaxLine | null
  payments: readonly Moved[]
  refunds: readonly Moved[]
}

export function createInvoiceDocument(facts: InvoiceFacts): PdfDocument {
  const { number, seller, buyer, courseTitle, cohortCode, lines, subtotal, total, tax, payments, refunds } = facts
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
          `${courseTitle}\n${cohortCode ? `${cohortCode}, ` : ''}${line.label}`,
          line.seat === null ? '' : String(line.seat),
          unit ? formatMoney(unit) : '',
          unit && discount.minor > 0 ? less(subtract(unit, line.amount)) : '',
          formatMoney(line.amount),
        ]),
      },
      {
        is: 'sums',
        rows: [
          ...(discount.minor > 0
            ? [
                { label: 'Before discount', amount: formatMoney(subtotal) },
                { label: 'Discount', amount: less(discount) },
              ]
            : []),
          { label: 'Total', amount: formatMoney(total), isStrong: true },
          ...(tax ? [{ label: tax.label, amount: formatMoney(tax.amount) }] : []),
          ...payments.map((paid) => ({
            label: `Paid on ${day(paid.at)}${paid.with ? `, ${paid.with}` : ''}`,
            amount: formatMoney(paid.amount),
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
function getUnitAmount({ subtotal, lines }: InvoiceFacts): Money | null {
  const [first] = lines
  if (!first || subtotal.minor % lines.length !== 0) return null
  const unit = money(subtotal.minor / lines.length, subtotal.currency)
  return lines.every((line) => line.amount.minor <= unit.minor) ? unit : null
}

const less = (amount: Money): string => (amount.minor === 0 ? formatMoney(amount) : `−${formatMoney(amount)}`)
