/** Documents keep the seller and the title of their issue. docs/contract §32, docs/decisions/0071. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_SITE_SETTINGS, type SiteSettings } from '#domain/site/site.ts'
import { saveSite } from '#people/site/save-site.ts'
import { keepSeller } from '#people/site/seller.ts'
import { readSiteSettings } from '#platform/db/site-setting.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { creditNoteFor } from './credit-note.ts'
import { invoiceFor } from './invoice.ts'

type Order = Awaited<ReturnType<typeof givenPaidOrder>>

let world: World
let ownerId: string
beforeAll(async () => {
  world = await createWorld()
  const person = { email: 'ada@mill.test', name: 'Ada Mill' }
  ownerId = (await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()).id
  await world.db.insertInto('site_role').values({ person_id: ownerId, role: 'owner' }).execute()
})
afterAll(() => world.close())

async function saveSeller(settings: Partial<SiteSettings>): Promise<void> {
  const { version } = await readSiteSettings(world.db)
  const owner = { personId: ownerId, audience: 'admin' as const }
  const saved = await saveSite(world, owner, { ...NO_SITE_SETTINGS, ...settings, version })
  if (!saved.ok) throw new Error(saved.refusal.code)
}

const MILL = { sellerName: 'Mill Ltd', sellerAddress: '1 Mill Lane\nLeeds', sellerTaxId: 'GB 123', countryCode: 'GB' }
const WHEEL = { sellerName: 'Wheel GmbH', sellerAddress: 'Radweg 2\nBerlin', sellerTaxId: 'DE 456', countryCode: 'DE' }

async function openInvoice({ orderId, checkoutToken }: Order): Promise<Buffer> {
  const opened = await invoiceFor(world, guest(checkoutToken), orderId)
  if (!opened.ok) throw new Error(opened.refusal.code)
  return opened.value.content as Buffer
}

async function openNewestNote({ orderId, checkoutToken }: Order): Promise<string> {
  const { number } = await world.db
    .selectFrom('credit_note')
    .select('number')
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const opened = await creditNoteFor(world, guest(checkoutToken), orderId, number)
  if (!opened.ok) throw new Error(opened.refusal.code)
  return (await readPdf(opened.value.content as Buffer)).text
}

const forgetFiles = () => world.db.deleteFrom('invoice_file').execute()
const readText = async (order: Order) => (await readPdf(await openInvoice(order))).text

test('an invoice is the same document after the seller, the name, the country or the title changed, also drawn again', async () => {
  await saveSeller({ ...MILL, supportAddress: 'help@mill.test' })
  const order = await givenPaidOrder(world)
  const issued = await openInvoice(order)
  const { text } = await readPdf(issued)
  for (const line of ['Mill Ltd', '1 Mill Lane', 'Leeds', 'United Kingdom', 'GB 123', 'Write to help@mill.test'])
    expect(text).toContain(line)

  await saveSeller({ ...WHEEL, name: 'Wheel', supportAddress: 'hilfe@wheel.test' })
  await world.db.updateTable('course').set({ title: 'Another title' }).execute()
  expect((await openInvoice(order)).equals(issued)).toBe(true)
  await forgetFiles()
  expect((await readPdf(await openInvoice(order))).text).toBe(text)

  const later = await givenPaidOrder(world)
  const laterText = await readText(later)
  for (const line of ['Wheel GmbH', 'Radweg 2', 'Berlin', 'Germany', 'DE 456', 'hilfe@wheel.test'])
    expect(laterText).toContain(line)
  expect(laterText).not.toMatch(/Mill/)
})

test('a credit note names the seller of its own issue and the title of its invoice, and keeps both', async () => {
  await saveSeller(MILL)
  const order = await givenPaidOrder(world, { seats: 2 })
  const title = /\n([^\n]+)\n[A-Z0-9-]+, /.exec(await readText(order))
  await saveSeller(WHEEL)
  await world.db.updateTable('course').set({ title: 'Renamed' }).execute()
  const refunded = await refundFirstSeat(world, ownerId, order.orderId)
  if (!refunded.ok) throw new Error(refunded.refusal.code)
  await sendRefunds(world, order.orderId)
  const note = await openNewestNote(order)
  expect(note).toContain('Wheel GmbH')
  expect(note).not.toMatch(/Mill Ltd|Renamed/)
  if (title) expect(note).toContain(title[1])

  await saveSeller({ sellerName: 'Third Inc' })
  await forgetFiles()
  expect(await openNewestNote(order)).toBe(note)
  const invoice = await readText(order)
  expect(invoice).toContain('Mill Ltd')
  expect(invoice).not.toMatch(/Wheel|Third|Renamed/)
})

test('a change of the server’s variables counts from the next start on', async () => {
  await saveSeller(MILL)
  const before = await givenPaidOrder(world)
  await keepSeller(world.db, { ...world.site.current, sellerLines: ['Variable Ltd', 'Road 1'] })
  const after = await givenPaidOrder(world)
  expect(await readText(before)).toContain('Mill Ltd')
  expect(await readText(after)).toContain('Variable Ltd')
})

test('an equal seller is not kept again, and none is changed or deleted', async () => {
  await saveSeller({ ...MILL, sellerTaxId: 'GB 124' })
  const count = async () => (await world.db.selectFrom('seller').select('id').execute()).length
  const before = await count()
  await keepSeller(world.db, world.site.current)
  await saveSeller({ ...MILL, sellerTaxId: 'GB 124', headline: 'Another headline' })
  expect(await count()).toBe(before)
  for (const statement of [
    sql`update seller set lines = array['x']`,
    sql`delete from seller`,
    sql`update invoice set seller_id = null`,
    sql`update invoice set title = 'x'`,
  ])
    await expect(statement.execute(world.db)).rejects.toMatchObject({ code: '23514' })
})

test('documents from before sellers were kept name the first one that was', async () => {
  const own = await createWorld()
  try {
    const order = await givenPaidOrder(own)
    const open = async () => {
      const opened = await invoiceFor(own, guest(order.checkoutToken), order.orderId)
      if (!opened.ok) throw new Error(opened.refusal.code)
      return (await readPdf(opened.value.content as Buffer)).text
    }
    expect(await own.db.selectFrom('invoice').select('seller_id').execute()).toEqual([{ seller_id: null }])
    await keepSeller(own.db, { sellerLines: ['First Ltd'], supportAddress: 'help@first.test' })
    await keepSeller(own.db, { sellerLines: ['Second Ltd'], supportAddress: 'help@second.test' })
    expect(await open()).toContain('First Ltd')
    expect(await open()).toContain('help@first.test')
  } finally {
    await own.close()
  }
})
