/** The refund rule of a course: chosen, shown, kept by each order. docs/contract §39. */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRefundPolicy } from '#catalogue/prices/change-refund-policy.ts'
import { NO_REFUND, POLICY_FIGURES, type REFUND_POLICIES } from '#domain/orders/refund-policy.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { migrate } from '#platform/db/migrate.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { sendReceipt } from '#sell/documents/send-receipt.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { createEmptyDatabase } from '../../../tests/world/database.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { getPolicyRefund } from './policy-refund.ts'
import { getRefundFigures } from './refund-figures.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => closeAudited(world))

async function givenTaught(startsInDays: number) {
  const cohortCode = await givenCourse(world, { startsInDays, seats: null })
  const courseCode = cohortCode.replace(/-1$/, '')
  const row = { email: `${randomUUID()}@understudy.test`, name: 'Nina Reyes' }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: id, courseCode, role: 'creator' }))
  const creator: ActingPerson = { personId: id, audience: 'learner' }
  const choose = (policy: (typeof REFUND_POLICIES)[number], person = creator) =>
    changeRefundPolicy(world, person, { courseCode, policy })
  return { cohortCode, courseCode, choose }
}

test.each([
  ['flexible', 3, '399.00'],
  ['standard', 3, '199.50'],
  ['final', 30, '0.00'],
] as const)('%s, %d days before the start, gives back %s', async (policy, days, amount) => {
  const { cohortCode, choose } = await givenTaught(days)
  expect(await choose(policy)).toEqual({ ok: true, value: null })
  const paid = await givenPaidOrder(world, { courseCode: cohortCode })
  const refund = await getPolicyRefund(world.db, paid.orderId, new Date())
  expect(((refund?.amount.minor ?? 0) / 100).toFixed(2)).toBe(amount)
})

test('an order keeps the figures of the price that was shown, whatever the course chooses meanwhile and afterwards', async () => {
  const { cohortCode, choose } = await givenTaught(30)
  await choose('flexible')
  const quote = await createQuote(world, { cohortCode, seats: 1, ip: randomUUID() })
  expect(quote).toMatchObject({ value: { refund: POLICY_FIGURES.flexible } })
  const body = await checkoutBody(world, cohortCode)
  await choose('final')
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const order = (await getOrder(world.db, placed.value.orderId))!
  expect(getRefundFigures(order)).toEqual(POLICY_FIGURES.flexible)
  const change = world.db.updateTable('orders').set({ refund_late_percent: 0 }).where('id', '=', order.id).execute()
  await expect(change).rejects.toThrow()
})

test('the order page and the receipt say the rule of the order', async () => {
  const { cohortCode, choose } = await givenTaught(30)
  await choose('final')
  const paid = await givenPaidOrder(world, { courseCode: cohortCode })
  await choose('flexible')
  expect(await viewOrder(world, guest(paid.checkoutToken), paid.orderId)).toMatchObject({
    value: { refundRule: { steps: [] } },
  })
  await sendReceipt(world, paid.orderId)
  const mail = await world.db.selectFrom('mail').selectAll().where('to_address', '=', paid.email).execute()
  expect(JSON.stringify(mail)).toContain(`${NO_REFUND}.`)
})

test('after a session has moved, the order page and a receipt that is sent again say that all comes back', async () => {
  const { cohortCode, choose } = await givenTaught(3)
  await choose('final')
  const { sessionId } = await givenSession(world, cohortCode)
  const paid = await givenPaidOrder(world, { courseCode: cohortCode })
  const session = await world.db
    .updateTable('cohort_session')
    .set({ starts_at: sql`starts_at + interval '1 day'`, ends_at: sql`ends_at + interval '1 day'` })
    .where('id', '=', sessionId)
    .returning('starts_at')
    .executeTakeFirstOrThrow()
  expect(await viewOrder(world, guest(paid.checkoutToken), paid.orderId)).toMatchObject({
    value: { refundRule: { steps: [{ percent: 100, until: session.starts_at.toISOString() }] } },
  })
  await sendReceipt(world, paid.orderId, randomUUID())
  const mail = await world.db.selectFrom('mail').selectAll().where('to_address', '=', paid.email).execute()
  expect(JSON.stringify(mail)).toContain('Full refund until ')
  expect(JSON.stringify(mail)).not.toContain(NO_REFUND)
})

test('a stranger gets the answer of a missing course', async () => {
  const { choose } = await givenTaught(30)
  const row = { email: `${randomUUID()}@understudy.test`, name: 'Somebody' }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  expect(await choose('final', { personId: id, audience: 'learner' })).toMatchObject({
    refusal: { code: 'COURSE_NOT_FOUND' },
  })
})

test('orders and quotes from before the choice have price rule 9, also those of gift cards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp('migrations', folder, {
    recursive: true,
    filter: (source) => !/\d{4}_/.test(source) || source.slice(source.lastIndexOf('/') + 1) < '0030',
  })
  const database = await createEmptyDatabase()
  const { db } = database
  try {
    await migrate(db, pathToFileURL(`${folder}/`))
    const at = new Date()
    await sql`insert into orders (product, payment_type, seats, currency, subtotal_minor, total_minor, email, name,
      timezone_id, terms_accepted_at) values ('gift-card', 'full', 0, 'USD', 100, 100, 'old@understudy.test', 'Old Buyer', 'UTC', ${at})`.execute(
      db,
    )
    await migrate(db)
    const [old] = await db.selectFrom('orders').selectAll().execute()
    expect(getRefundFigures(old as never)).toEqual(POLICY_FIGURES.standard)
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})
