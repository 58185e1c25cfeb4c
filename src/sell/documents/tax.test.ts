/** The tax of a purchase from the quote to the credit notes, on a real database. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { getIncludedTax } from '#domain/money/tax.ts'
import { listAttachments, listNewestMails } from '#people/mailing/queries.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { exportOrders } from '#screens/admin/export-orders.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { sendRefunds } from '../../../tests/world/bought.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { creditNoteFor } from './credit-note.ts'
import { invoiceFor } from './invoice.ts'
import { sendReceipt } from './send-receipt.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(10, { TAX_RATES: 'DE=VAT 19,US=Sales tax 8.875', DEFAULT_COUNTRY: 'AU' })
})
afterAll(() => world.close())

const usd = (amount: string) => ({ amount, currency: 'USD' })
const listFaults = async () => (await audit(world)).find(({ id }) => id === 'Q16')?.violations

async function quote(courseCode: string, more: Partial<Parameters<typeof createQuote>[1]> = {}) {
  const outcome = await createQuote(world, { cohortCode: courseCode, ip: randomUUID(), ...more })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

/** A paid order whose quote was for the country. `orderCountry` is the field of the order, which decides nothing. */
async function buy(courseCode: string, countryCode: string, more: Parameters<typeof checkoutBody>[3] = {}) {
  const body = await checkoutBody(world, courseCode, undefined, more)
  const { quoteId } = await quote(courseCode, { countryCode, seats: more.seats })
  const placed = await placeOrder(world, guest(), { ...body, quoteId, countryCode: 'US' }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, checkoutToken, clientSecret } = placed.value
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  await checkPayment(world, guest(checkoutToken), { orderId })
  return { orderId, actor: guest(checkoutToken), email: body.email ?? '' }
}

async function view({ actor, orderId }: Awaited<ReturnType<typeof buy>>) {
  const outcome = await viewOrder(world, actor, orderId)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function givenAdmin(): Promise<string> {
  const admin = { email: `${randomUUID()}@understudy.test`, name: 'Ada', roles: ['learner', 'community-admin'] }
  return (await world.db.insertInto('person').values(admin).returning('id').executeTakeFirstOrThrow()).id
}

test('a quote names the tax of the buyer’s country, after discounts and before gift cards, and adds nothing', async () => {
  const courseCode = await givenCourse(world)
  const tax = { label: 'Includes 19 % VAT', countryCode: 'DE', name: 'VAT', percent: '19', amount: usd('63.71') }
  const plain = await quote(courseCode, { countryCode: 'de' })
  expect(plain.tax).toEqual(tax)
  expect(plain.options[0]).toMatchObject({ total: usd('399.00'), dueNow: usd('399.00') })
  const code = await givenGiftCard(world, 50)
  expect((await quote(courseCode, { countryCode: 'DE', giftCardCode: code })).tax).toEqual(tax)
  expect((await quote(courseCode, { countryCode: 'DE', seats: 3 })).tax?.amount).toEqual(usd('172.01'))
  expect((await quote(courseCode, { countryCode: 'FR' })).tax).toBeNull()
  expect((await quote(courseCode)).tax).toBeNull()
  expect((await quote(await givenCourse(world, { priceMinor: 0 }), { countryCode: 'DE' })).tax).toBeNull()
})

test('the country of a profile decides before the country that the request names', async () => {
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Uma', country_code: 'US' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  const { tax } = await quote(await givenCourse(world), { countryCode: 'DE', personId: id })
  expect(tax).toMatchObject({ label: 'Includes 8.875 % Sales tax', countryCode: 'US', amount: usd('32.52') })
})

test('receipt, invoice, order and export say the tax of the quote, whatever country the order names', async () => {
  const bought = await buy(await givenCourse(world), 'DE')
  expect((await view(bought)).tax).toMatchObject({ countryCode: 'DE', amount: usd('63.71') })
  await sendReceipt(world, bought.orderId)
  const [mail] = await listNewestMails(world.db, bought.email)
  expect(mail?.text_body).toContain('Total: $399.00')
  expect(mail?.text_body).toContain('Includes 19 % VAT: $63.71')
  const files = await listAttachments(world.db, [mail!.id])
  const pdf = files.find(({ filename }) => filename.endsWith('.pdf'))
  expect((await readPdf(pdf!.content)).text).toContain('Total USD 399.00\nIncludes 19 % VAT USD 63.71\nPaid on')

  let csv = ''
  for await (const part of exportOrders(world, { q: bought.email, timezoneId: 'UTC' }).content) csv += String(part)
  expect(csv).toContain(',DE,VAT,19,63.71,0.00,')
})

test('a deposit’s invoice has the tax of the total once, and the balance adds none', async () => {
  const bought = await buy(await givenCourse(world, { depositMinor: 9_900 }), 'DE', { paymentType: 'deposit' })
  expect((await view(bought)).tax?.amount).toEqual(usd('63.71'))
  const invoice = await invoiceFor(world, bought.actor, bought.orderId)
  if (!invoice.ok) throw new Error(invoice.refusal.code)
  expect((await readPdf(invoice.value.content as Buffer)).text.match(/% VAT/g)).toHaveLength(1)
})

test('each credit note has its share: the tax of the rest is always that of the rest, and a full refund leaves none', async () => {
  const admin = await givenAdmin()
  const bought = await buy(await givenCourse(world, { priceMinor: 10_001 }), 'DE', { seats: 3 })
  const { lines, tax, totals } = await view(bought)
  let rest = Math.round(Number(totals.total.amount) * 100)
  const whole = getIncludedTax(money(rest, 'USD'), 19_000).minor
  expect(tax?.amount).toEqual(usd((whole / 100).toFixed(2)))
  const shares: number[] = []
  for (const { lineId } of lines) {
    const refunded = await refundOrder(world, admin, bought.orderId, { lines: [{ lineId }], reason: 'Ill' })
    if (!refunded.ok) throw new Error(refunded.refusal.code)
    await sendRefunds(world, bought.orderId)
    const { rows } = await sql<{ number: number; minor: number; tax: number }>`
      select number::int, amount_minor::int as minor, tax_minor::int as tax from credit_note
      where order_id = ${bought.orderId} order by number desc limit 1`.execute(world.db)
    const before = rest
    rest -= rows[0]!.minor
    const share = [before, rest].map((minor) => getIncludedTax(money(minor, 'USD'), 19_000).minor)
    expect(rows[0]!.tax).toBe(share[0]! - share[1]!)
    shares.push(rows[0]!.tax)
    const note = await creditNoteFor(world, bought.actor, bought.orderId, rows[0]!.number)
    if (!note.ok) throw new Error(note.refusal.code)
    const { text } = await readPdf(note.value.content as Buffer)
    expect(text).toContain(`Includes 19 % VAT USD ${(rows[0]!.tax / 100).toFixed(2)}`)
  }
  expect(rest).toBe(0)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole)
  expect(await listFaults()).toEqual([])
})

test('the database computes the same tax, and refuses another one, a later change, and a taxed gift card', async () => {
  const samples = [1, 2, 3, 119, 1_003, 39_900, 999_999_999_999, 9_007_199_254_740_991]
  for (const rate of [1, 5_500, 19_000, 20_125, 100_000])
    for (const minor of samples) {
      const { rows } = await sql<{ tax: string }>`select included_tax(${minor}, ${rate})::text as tax`.execute(world.db)
      expect(Number(rows[0]!.tax)).toBe(getIncludedTax(money(minor, 'USD'), rate).minor)
    }
  const { orderId } = await buy(await givenCourse(world), 'DE')
  const set = (change: ReturnType<typeof sql>) =>
    sql`update orders set ${change} where id = ${orderId}`.execute(world.db)
  await expect(set(sql`tax_rate = 7000, tax_minor = included_tax(total_minor, 7000)`)).rejects.toThrow()
  await expect(set(sql`tax_country = null`)).rejects.toThrow()
  const copy = (product: string, tax: number) =>
    sql`insert into orders (state, product, payment_type, seats, currency, subtotal_minor,
      total_minor, tax_country, tax_name, tax_rate, tax_minor, email, name, timezone_id, terms_accepted_at)
    values ('open', ${product}, 'full', 0, 'USD', 11900, 11900, 'DE', 'VAT', 19000, ${tax}, 'a@understudy.test', 'A', 'UTC', now())`.execute(
      world.db,
    )
  await expect(copy('gift-card', 1_900)).rejects.toThrow('orders_tax')
  await expect(copy('cohort', 1_901)).rejects.toThrow(/orders_(tax|product)/)
})
