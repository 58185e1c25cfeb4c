import { expect, test } from 'vitest'
import { type BillLine, createBill, createPriceLines } from '#domain/money/bill.ts'
import { type Money, money, zero } from '#domain/money/money.ts'
import { drawPdfDocument } from '#platform/pdf/pdf-document.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { createInvoiceDocument, type InvoiceFacts } from './invoice-document.ts'

const usd = (minor: number) => money(minor, 'USD')
const card = { brand: 'Visa', last4: '4242' }
const byCard = (amount: Money, at: string) => ({ method: 'card', card, amount, at: new Date(at) })

function billOf(
  seats: number,
  subtotal: Money,
  total: Money,
  more: Partial<Parameters<typeof createBill>[0]> = {},
): BillLine[] {
  const label = seats === 1 ? '1 seat' : `${seats} seats`
  const discountKind = total.minor < subtotal.minor ? 'group' : null
  const price = createPriceLines({ kind: 'seats', label, seats, subtotal, total, discountKind, promoCode: null })
  const none = zero(total.currency)
  const nothing = { tax: null, payments: [], refunds: [], lost: none, disputed: none, waived: none, due: null }
  return createBill({ price, total, ...nothing, ...more })
}

const paid = [byCard(usd(39_900), '2026-12-15T17:00:00Z')]
const facts: InvoiceFacts = {
  number: 'INV-00042',
  orderNumber: 'U-20418',
  seller: { lines: ['North Lane Studio Ltd', '4 North Lane, Leeds'], address: 'support@school.test' },
  buyer: { name: 'Ana Cruz', email: 'ana@cruz.test' },
  timezoneId: 'Asia/Manila',
  orderedAt: new Date('2026-12-15T12:30:00Z'),
  issuedAt: new Date('2026-12-15T17:00:00Z'),
  courseTitle: 'Mobile filmmaking',
  cohortCode: 'NG-2027-01',
  lines: [{ seat: 1, label: '1 seat', amount: usd(39_900) }],
  subtotal: usd(39_900),
  total: usd(39_900),
  bill: billOf(1, usd(39_900), usd(39_900), { payments: paid }),
}
const renderPages = async (more: Partial<InvoiceFacts> = {}) =>
  (await readPdf(await drawPdfDocument(createInvoiceDocument({ ...facts, ...more })))).pages

test('an invoice names seller, buyer, course, the day in the seller’s zone, and the method of payment', async () => {
  expect(await renderPages()).toEqual([
    [
      'Invoice',
      'Invoice number Invoice date Ordered',
      'INV-00042 16 December 2026 U-20418, 15 December 2026',
      'From To',
      'North Lane Studio Ltd Ana Cruz',
      '4 North Lane, Leeds ana@cruz.test',
      'support@school.test',
      'Description Seat Unit price Amount',
      'Mobile filmmaking',
      'NG-2027-01, 1 seat',
      '1 USD 399.00 USD 399.00',
      'Total USD 399.00',
      'Paid on 16 December 2026, Visa ending 4242 USD 399.00',
      'Paid USD 399.00',
      'All amounts are in USD. Questions? Write to support@school.test.',
    ].join('\n'),
  ])
})

test('a discount is in each line and in the sum, to the cent, and ten seats fit on one page', async () => {
  const lines = Array.from({ length: 10 }, (_, at) => ({
    seat: at + 1,
    label: `Seat ${at + 1}`,
    amount: usd(at === 0 ? 8_008 : 8_000),
  }))
  const pages = await renderPages({
    lines,
    subtotal: usd(100_010),
    total: usd(80_008),
    bill: billOf(10, usd(100_010), usd(80_008)),
  })
  expect(pages).toHaveLength(1)
  expect(pages[0]).toContain('NG-2027-01, Seat 1\n1 USD 100.01 −USD 19.93 USD 80.08')
  expect(pages[0]).toContain('NG-2027-01, Seat 10\n10 USD 100.01 −USD 20.01 USD 80.00')
  expect(pages[0]).toContain('10 seats USD 1,000.10\nGroup of 10: 20 % off −USD 200.02\nTotal USD 800.08')
})

test('every refund is a line of its own', async () => {
  const back = (minor: number, day: number, status: 'sent' | 'on-its-way') => ({
    ...byCard(usd(minor), `2027-01-0${day}T00:00:00Z`),
    status,
  })
  const refunds = [back(10_000, 2, 'sent'), back(5_050, 3, 'sent'), back(1_000, 4, 'on-its-way')]
  const [page] = await renderPages({ bill: billOf(1, usd(39_900), usd(39_900), { payments: paid, refunds }) })
  expect(page).toContain('Refunded on 2 January 2027, Visa ending 4242 −USD 100.00')
  expect(page).toContain('Refunded on 3 January 2027, Visa ending 4242 −USD 50.50')
  expect(page).toContain('Refund, Visa ending 4242, not sent yet −USD 10.00\nAfter refunds USD 238.50')
})

test('a currency without decimals has none', async () => {
  const yen = money(39_900, 'JPY')
  const lines = [{ seat: 1, label: '1 seat', amount: yen }]
  const [page] = await renderPages({ lines, subtotal: yen, total: yen, bill: billOf(1, yen, yen) })
  expect(page).toContain('Total JPY 39,900')
})

/** One name in each script that the fonts of PDFs lack. */
const UNDRAWN = ['محمد', 'שרה כהן', '王小明', 'さくら', '김민수', 'สมชาย', 'សុខា']

test.each(UNDRAWN)(
  'an invoice with texts such as %s has plain ones in their place, and no sign of a lost letter',
  async (text) => {
    const [page] = await renderPages({
      seller: { lines: [text, 'North Lane Studio Ltd'], address: 'support@school.test' },
      buyer: { name: text, email: 'ana@cruz.test' },
      courseTitle: text,
      bill: billOf(1, usd(39_900), usd(39_900), {
        payments: paid,
        tax: { label: `Includes 19 % ${text}`, amount: usd(6_371) },
      }),
    })
    expect(page).not.toMatch(/[^\p{Script=Latin}\p{Script=Common}]|\ufffd|\0/u)
    for (const shown of [
      'From To\nNorth Lane Studio Ltd The person named in order U-20418\nsupport@school.test ana@cruz.test',
      'Course\nNG-2027-01, 1 seat',
      'Includes tax USD 63.71',
    ])
      expect(page).toContain(shown)
    const gift = [{ seat: null, label: `Gift card for ${text}`, amount: usd(39_900) }]
    expect((await renderPages({ courseTitle: 'Gift card', cohortCode: null, lines: gift }))[0]).toContain(
      'Gift card\nGift card\nUSD 399.00',
    )
  },
)

test('an invoice does not mention tax, and leaves out a buyer who must not be named', async () => {
  const [page] = await renderPages({ buyer: null })
  expect(page).not.toMatch(/\b(tax|vat|cruz|To)\b/)
})
