import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type BillLine, isTakenOff } from '#domain/money/bill.ts'
import { formatMoney, formatWithSymbol, fromDecimal } from '#domain/money/money.ts'
import { formatDay } from '#domain/schedule.ts'
import { listNewestMails } from '#people/mailing/queries.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { createOrderQuote } from '#sell/checkout/session/order-quote.ts'
import type { OrderView } from '#sell/checkout/wire/order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { sendRefunds } from '../../../tests/world/bought.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard, givenPromoCode } from '../../../tests/world/selling.ts'
import { createWorld, guest } from '../../../tests/world/world.ts'
import { invoiceFor } from './invoice.ts'
import { sendReceipt } from './send-receipt.ts'

const ORDERS = 5
const ZONE = 'Asia/Manila'

const world = await createWorld(20, { TAX_RATES: 'DE=VAT 19', GROUP_DISCOUNTS: '2:10,3:15' })
afterAll(() => world.close())
const admin = { email: `${randomUUID()}@understudy.test`, name: 'Ada', roles: ['learner', 'community-admin'] }
const { id: adminId } = await world.db.insertInto('person').values(admin).returning('id').executeTakeFirstOrThrow()

const bought = fc.record({
  seats: fc.integer({ min: 1, max: 4 }),
  priceMinor: fc.integer({ min: 20_000, max: 60_000 }),
  depositMinor: fc.option(fc.integer({ min: 3_000, max: 9_900 })),
  percentOff: fc.option(fc.integer({ min: 1, max: 50 })),
  giftCard: fc.option(fc.integer({ min: 1, max: 20 })),
  isTaxed: fc.boolean(),
  refund: fc.constantFrom(null, 'partial', 'sent'),
})
type Bought = typeof bought extends fc.Arbitrary<infer One> ? One : never

/** Buys, and returns the option of the quote that was bought. */
async function buy({ seats, priceMinor, depositMinor, percentOff, giftCard, isTaxed }: Bought) {
  const courseCode = await givenCourse(world, { priceMinor, ...(depositMinor && { depositMinor }) })
  const paymentType = depositMinor ? ('deposit' as const) : ('full' as const)
  const codes = {
    seats,
    ...(percentOff && { promoCode: await givenPromoCode(world, { percent_off: percentOff }) }),
    ...(giftCard && { giftCardCode: await givenGiftCard(world, giftCard) }),
  }
  const body = await checkoutBody(world, courseCode, undefined, { ...codes, paymentType })
  const countryCode = isTaxed ? 'DE' : 'FR'
  const quoted = await createQuote(world, { cohortCode: courseCode, ip: randomUUID(), countryCode, ...codes })
  if (!quoted.ok) throw new Error(quoted.refusal.code)
  const quote = quoted.value
  const placed = await placeOrder(world, guest(), { ...body, quoteId: quote.quoteId }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, checkoutToken, clientSecret } = placed.value
  const option = quote.options.find((one) => one.paymentType === paymentType)!
  const buyer = { orderId, actor: guest(checkoutToken), email: body.email! }
  expect(createOrderQuote(await view(buyer), 'quote').options[0]).toMatchObject({
    lines: option.lines,
    total: option.total,
    giftCardApplied: option.giftCardApplied,
    dueNow: option.dueNow,
    dueLater: option.dueLater,
  })
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  await checkPayment(world, buyer.actor, { orderId })
  return { ...buyer, quote, option }
}

async function view({ actor, orderId }: { actor: ReturnType<typeof guest>; orderId: string }) {
  const outcome = await viewOrder(world, actor, orderId)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function refund(orderId: string, order: OrderView, isSent: boolean): Promise<void> {
  const lines = [{ lineId: order.lines[0]!.lineId, amount: { amount: '10.00', currency: 'USD' } }]
  const refunded = await refundOrder(world, adminId, orderId, { lines, reason: 'Refunded by hand' })
  if (!refunded.ok) throw new Error(refunded.refusal.code)
  if (isSent) await sendRefunds(world, orderId)
}

const minor = ({ amount, currency }: { amount: string; currency: string }) => fromDecimal(amount, currency).minor
const sum = (order: OrderView, kinds: readonly BillLine['kind'][]) =>
  order.bill
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((all, { kind, amount }) => all + (isTakenOff(kind) ? -minor(amount) : minor(amount)), 0)

const formatAmount = ({ kind, amount }: OrderView['bill'][number], format: typeof formatMoney) =>
  `${isTakenOff(kind) ? '−' : ''}${format(fromDecimal(amount.amount, amount.currency))}`

function describeInMail({ kind, label, status }: OrderView['bill'][number]): string {
  if (kind === 'due') return `${label} by `
  if (kind !== 'refund') return `${label}: `
  return `Refund, ${label}${status === 'sent' ? '' : ', on its way'}: `
}

function describeInInvoice({ kind, label, at, status }: OrderView['bill'][number]): string {
  const day = at && formatDay(new Date(at), ZONE)
  if (kind === 'payment') return `Paid on ${day}, ${label} `
  if (kind === 'due') return `${label} by ${day} `
  if (kind !== 'refund') return `${label} `
  return status === 'sent' ? `Refunded on ${day}, ${label} ` : `Refund, ${label}, not sent yet `
}

/** Each line once, in the order of the bill, and no other line of the bill's part of the text. */
function saysInOrder(text: string, parts: readonly (readonly [string, string])[]): void {
  let from = 0
  for (const [label, amount] of parts) {
    const at = text.indexOf(label, from)
    expect(at, `${label}${amount} in\n${text}`).toBeGreaterThanOrEqual(0)
    const line = text.slice(at, text.indexOf('\n', at) < 0 ? undefined : text.indexOf('\n', at))
    expect(line.endsWith(amount), `${line} is ${amount}`).toBe(true)
    from = at + line.length
  }
}

test('quote, order page, receipt and invoice of any order have the same lines, which add up', async () => {
  await fc.assert(
    fc.asyncProperty(bought, async (one) => {
      const { orderId, actor, email, quote, option } = await buy(one)
      if (one.refund) await refund(orderId, await view({ actor, orderId }), one.refund === 'sent')
      const order = await view({ actor, orderId })

      const price = order.bill.filter(({ kind }) => ['seats', 'group', 'promo', 'referral'].includes(kind))
      expect(price.map(({ kind, label, amount }) => ({ kind, label, amount }))).toEqual(option.lines)
      const find = (kind: BillLine['kind']) => order.bill.filter((line) => line.kind === kind)
      expect(find('total').map(({ amount }) => amount)).toEqual([option.total])
      expect(find('tax').map(({ label, amount }) => ({ label, amount }))).toEqual(
        quote.tax ? [{ label: quote.tax.label, amount: quote.tax.amount }] : [],
      )
      const payments = [
        { label: 'Gift card', amount: option.giftCardApplied },
        { label: 'Visa ending 4242', amount: option.dueNow },
      ].filter(({ amount }) => minor(amount) > 0)
      expect(find('payment').map(({ label, amount }) => ({ label, amount }))).toEqual(payments)
      expect(find('due').map(({ at, amount }) => ({ dueAt: at, amount }))).toEqual(option.dueLater)

      expect(sum(order, ['seats', 'group', 'promo', 'referral'])).toBe(minor(order.totals.total))
      expect(sum(order, ['payment'])).toBe(sum(order, ['paid']))
      expect(sum(order, ['paid', 'due'])).toBe(minor(order.totals.total))
      if (one.refund) expect(sum(order, ['paid', 'refund'])).toBe(minor(order.totals.afterRefunds))

      await sendReceipt(world, orderId)
      const [mail] = await listNewestMails(world.db, email)
      const bill = mail!.text_body.slice(mail!.text_body.indexOf('Receipt U-'))
      saysInOrder(
        bill,
        order.bill.map((line) => [describeInMail(line), formatAmount(line, formatWithSymbol)]),
      )
      expect(bill.match(/^.*: −?\$[\d,.]+$/gm)).toHaveLength(order.bill.length)

      const invoice = await invoiceFor(world, actor, orderId)
      if (!invoice.ok) throw new Error(invoice.refusal.code)
      const { text } = await readPdf(invoice.value.content as Buffer)
      const sums = order.bill.filter(({ kind }) => kind !== 'seats' || minor(order.totals.discount) > 0)
      saysInOrder(
        text,
        sums.map((line) => [describeInInvoice(line), formatAmount(line, formatMoney)]),
      )
      // A seat is never missing.
      for (const { label, amount } of order.lines)
        expect(text).toMatch(new RegExp(`, ${label}\\n.*USD ${amount.amount}$`, 'm'))
    }),
    { numRuns: ORDERS, endOnFailure: true },
  )
}, 120_000)
