/** The numbers of invoices and credit notes, under parallel commits and rollbacks, on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAttachments, listNewestMails } from '#people/mailing/queries.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { requireCreditNotes } from './credit-note.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

const listFaults = async () => (await audit(world)).find(({ id }) => id === 'Q16')?.violations
const listNumbers = async (table: 'invoice' | 'credit_note') =>
  (await world.db.selectFrom(table).select('number').orderBy('number').execute()).map(({ number }) => number)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

async function givenAdmin(): Promise<string> {
  const admin = {
    email: `admin-${crypto.randomUUID()}@understudy.test`,
    name: 'Ada',
    roles: ['learner', 'community-admin'],
  }
  return (await world.db.insertInto('person').values(admin).returning('id').executeTakeFirstOrThrow()).id
}

test('50 parallel completions, of which a third is rolled back late, leave no gap and no double', async () => {
  const { orderId } = await givenPaidOrder(world)
  const copy = async (count: number) =>
    sql<{
      id: string
    }>`insert into orders (state, product, payment_type, seats, currency, subtotal_minor,
        total_minor, email, name, timezone_id, person_id, terms_accepted_at)
      select 'open', 'gift-card', 'full', 0, currency, total_minor, total_minor, 'copy-' || n || '@understudy.test', name,
        timezone_id, person_id, now() from orders cross join generate_series(1, ${count}) n where id = ${orderId} returning id`.execute(
      world.db,
    )
  const { rows } = await copy(50)
  const before = await listNumbers('invoice')
  const outcomes = await Promise.allSettled(
    rows.map(({ id }, at) =>
      world.db.transaction().execute(async (tx) => {
        await sql`update orders set state = 'complete', completed_at = now() where id = ${id}`.execute(tx)
        if (at % 3 > 0) return
        await sql`set constraints orders_invoice immediate`.execute(tx)
        throw new Error('rolled back with its number')
      }),
    ),
  )
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(reasons).toEqual(Array(17).fill('Error: rolled back with its number'))
  expect(await listNumbers('invoice')).toEqual(upTo(before.length + 33))
})

test('a refund has a credit note with its PDF in the e-mail, on the order, and with its unpaid part', async () => {
  const admin = await givenAdmin()
  const order = await givenPaidOrder(world, { seats: 2, depositMinor: 10_000, paymentType: 'deposit' })
  const refunded = await refundFirstSeat(world, admin, order.orderId)
  if (!refunded.ok) throw new Error(refunded.refusal.code)
  await sendRefunds(world, order.orderId)
  const requestId = refunded.value.refundId!
  await enqueueRefundEmail(world, requestId, await requireCreditNotes(world, requestId))

  const view = await viewOrder(world, guest(order.checkoutToken), order.orderId)
  if (!view.ok) throw new Error(view.refusal.code)
  const [note, ...others] = view.value.creditNotes
  expect(others).toEqual([])
  expect(note).toMatchObject({
    name: expect.stringMatching(/^CN-\d{5}$/),
    amount: { amount: '399.00', currency: 'USD' },
  })

  const [mail] = await listNewestMails(world.db, order.email)
  expect(mail?.text_body).toContain('The credit note is attached.')
  const [file] = await listAttachments(world.db, [mail!.id])
  expect(file?.filename).toBe(`credit-note-${note?.name}.pdf`)
  const { text } = await readPdf(file!.content)
  expect(text).toContain(`${view.value.invoiceNumber}, `)
  expect(text).toContain('Total credit USD 399.00')
  expect(text).toContain('USD 299.00 of this amount had not been paid, and is not due any more.')
  expect(text).toContain('Demo Buyer')
  expect(await listFaults()).toEqual([])
})

test('credit notes are the refunded and waived amounts after any changes, and a reversal is a correction', async () => {
  const order = await givenPaidOrder(world, { seats: 2 })
  const change = (position: number, minor: number) =>
    sql`update order_line set refunded_minor = refunded_minor + ${minor} where order_id = ${order.orderId} and position = ${position}`
  for (const steps of [
    [[0, 5_000]],
    [
      [1, 2_000],
      [0, -1_000],
    ],
    [
      [0, 700],
      [1, -700],
    ],
    [
      [1, -1_300],
      [0, -4_700],
    ],
  ] as const)
    await world.db.transaction().execute(async (tx) => {
      for (const [position, minor] of steps) await change(position, minor).execute(tx)
    })
  const notes = world.db.selectFrom('credit_note').select('amount_minor').where('order_id', '=', order.orderId)
  expect((await notes.orderBy('number').execute()).map((note) => note.amount_minor)).toEqual([5_000, 1_000, -6_000])
  expect(await listNumbers('credit_note')).toEqual(upTo((await listNumbers('credit_note')).length))
  expect(await listFaults()).toEqual([])
})

test('the database refuses a chosen number, a skipped one, a changed and a deleted document', async () => {
  await givenPaidOrder(world)
  const { orderId } = await givenOrder(world)
  const last = (await listNumbers('invoice')).at(-1)!
  for (const statement of [
    sql`insert into invoice (number, order_id, amount_minor, currency) values (${last + 1}, ${orderId}, 1, 'USD')`,
    sql`update document_series set last_number = last_number + 1 where series = 'invoice'`,
    sql`update document_series set last_number = last_number - 1 where series = 'invoice'`,
    sql`delete from document_series`,
    sql`update invoice set amount_minor = 1`,
    sql`delete from invoice`,
    sql`delete from credit_note_line`,
  ])
    await expect(statement.execute(world.db)).rejects.toMatchObject({ code: '23514' })
})

test('the audit finds a payment without an invoice, and a lost number', async () => {
  const order = await givenPaidOrder(world)
  await world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from invoice where order_id = ${order.orderId}`.execute(tx)
  })
  expect((await listFaults())?.map(({ what }) => what).toSorted()).toEqual(['gap', 'payment without an invoice'])
})
