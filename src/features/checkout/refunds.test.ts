import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#features/accounts/open-session.ts'
import { personById } from '#features/accounts/queries/people.ts'
import { findGiftCard } from '#features/gift-cards/find.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { type Api, openApi } from '../../../tests/api.ts'
import { sendRefunds } from '../../../tests/bought.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/selling.ts'
import { guest, openWorld, type World } from '../../../tests/world.ts'
import { audit } from './audit.ts'
import { cancelCohort, endOrdersOf } from './cancel-cohort.ts'
import { endEnrolment } from './cancel-enrolment.ts'
import { placeOrder } from './order.ts'
import { writeRefundNotice } from './refund-notice.ts'
import { refundOrder } from './refund-order.ts'
import { howItStands } from './verify.ts'
import { viewOrder } from './view-order.ts'
import type { Placed } from './wire.ts'

let world: World
let api: Api
let admin: string
beforeAll(async () => {
  world = await openWorld(20)
  api = await openApi(world)
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  admin = (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await api.close()
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

const usd = (amount: string) => ({ amount, currency: 'USD' })
type Wish = Parameters<typeof checkoutBody>[3] & { startsInDays?: number; depositMinor?: number; courseCode?: string }

/** An order that is paid, as its buyer sees it. */
async function bought({ startsInDays = 30, depositMinor, courseCode, ...wish }: Wish = {}) {
  const cohort = courseCode ?? (await givenCourse(world, { startsInDays, ...(depositMinor && { depositMinor }) }))
  const body = await checkoutBody(world, cohort, undefined, wish)
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox!.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
  await howItStands(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return { ...placed.value, courseCode: cohort, email: body.email!, lines: (await seen(placed.value)).lines }
}

async function seen({ orderId, checkoutToken }: Pick<Placed, 'orderId' | 'checkoutToken'>) {
  const outcome = await viewOrder(world, guest(checkoutToken), orderId)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

type Given = { seat: number; amount?: string; preview?: boolean }
const refund = (order: Awaited<ReturnType<typeof bought>>, { seat, amount, preview }: Given) =>
  refundOrder(world, admin, order.orderId, {
    lines: [{ lineId: order.lines[seat - 1]!.lineId, ...(amount && { amount: usd(amount) }) }],
    reason: 'She broke her leg',
    preview,
  })

const seatsTaken = async (courseCode: string): Promise<number> =>
  (await world.db.selectFrom('cohort').select('taken').where('course_code', '=', courseCode).executeTakeFirstOrThrow())
    .taken

describe('a refund', () => {
  test('is looked at first, and nothing moves', async () => {
    const order = await bought({ seats: 3 })
    expect(await refund(order, { seat: 2, preview: true })).toMatchObject({
      value: {
        refundId: null,
        amount: usd('359.10'),
        windowPercent: 100,
        lines: [{ seat: 2, refundable: usd('359.10'), withinWindow: usd('359.10'), endsSeat: true }],
        parts: [{ method: 'card', amount: usd('359.10'), card: { last4: '4242' } }],
      },
    })
    expect((await seen(order)).totals.refunded).toEqual(usd('0.00'))
    expect(await seatsTaken(order.courseCode)).toBe(3)
  })

  test('of one line ends its seat; the others keep theirs and what they paid', async () => {
    const order = await bought({ seats: 3 })
    expect(await refund(order, { seat: 2 })).toMatchObject({ value: { refundId: expect.any(String) } })
    await sendRefunds(world, order.orderId)
    const after = await seen(order)
    expect(after).toMatchObject({ status: 'complete', totals: { refunded: usd('359.10') } })
    expect(after.lines.map((line) => line.refunded.amount)).toEqual(['0.00', '359.10', '0.00'])
    expect(await seatsTaken(order.courseCode)).toBe(2)
    const left = await world.db
      .selectFrom('enrolment')
      .select(['seat', 'state', 'cancelled_by', 'cancel_reason'])
      .where('order_id', '=', order.orderId)
      .orderBy('seat')
      .execute()
    expect(left.map(({ state }) => state)).toEqual(['active', 'cancelled', 'active'])
    expect(left[1]).toMatchObject({ cancelled_by: admin, cancel_reason: 'She broke her leg' })
  })

  test('in part keeps the seat, and never comes to more than was paid, however many ask at once', async () => {
    const order = await bought()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refund(order, { seat: 1, amount: '100.00' })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.refusal.code).toBe('REFUND_TOO_LARGE')
    expect(await seatsTaken(order.courseCode)).toBe(1)
    await Promise.all([sendRefunds(world, order.orderId), sendRefunds(world, order.orderId)])
    expect((await seen(order)).totals.refunded).toEqual(usd('300.00'))
    expect(await refund(order, { seat: 1, amount: '99.01' })).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await refund(order, { seat: 1, amount: '99.00' })).toMatchObject({ value: { lines: [{ endsSeat: true }] } })
    await sendRefunds(world, order.orderId)
    expect(await seatsTaken(order.courseCode)).toBe(0)
  })

  test('goes back over gift card and card by their shares; the gift card has its own at once', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const order = await bought({ giftCardCode })
    expect(await refund(order, { seat: 1, amount: '199.50' })).toMatchObject({
      value: {
        parts: [
          { method: 'gift-card', amount: usd('50.00') },
          { method: 'card', amount: usd('149.50') },
        ],
      },
    })
    expect(await findGiftCard(world, giftCardCode, 'here')).toMatchObject({ value: { balance: { minor: 5_000 } } })
    await sendRefunds(world, order.orderId)
    expect((await seen(order)).totals.refunded).toEqual(usd('199.50'))
  })

  test('within a week of the start is half, unless the admin says more', async () => {
    const order = await bought({ startsInDays: 3 })
    expect(await refund(order, { seat: 1, preview: true })).toMatchObject({
      value: { amount: usd('199.50'), windowPercent: 50, lines: [{ endsSeat: false }] },
    })
    expect(await refund(order, { seat: 1, amount: '399.00' })).toMatchObject({ ok: true })
    await sendRefunds(world, order.orderId)
  })

  test('of a deposit gives what was paid, and the balance is owed no more', async () => {
    const order = await bought({ seats: 2, depositMinor: 9_900, paymentType: 'deposit' })
    expect((await seen(order)).totals).toMatchObject({ paid: usd('198.00'), due: usd('600.00') })
    expect(await refund(order, { seat: 2 })).toMatchObject({ value: { amount: usd('99.00'), waived: usd('300.00') } })
    expect((await seen(order)).totals).toMatchObject({ due: usd('300.00') })
    await refund(order, { seat: 1 })
    await sendRefunds(world, order.orderId)
    expect((await seen(order)).totals).toMatchObject({ due: usd('0.00'), refunded: usd('198.00') })
  })

  test('is told to the buyer once, with what goes back where', async () => {
    const order = await bought()
    const done = await refund(order, { seat: 1, amount: '20.00' })
    if (!done.ok) throw new Error(done.refusal.code)
    await writeRefundNotice(world, done.value.refundId!)
    await writeRefundNotice(world, done.value.refundId!)
    const mails = await world.db.selectFrom('mail').selectAll().where('to_address', '=', order.email).execute()
    const told = mails.filter(({ subject }) => subject.includes('on its way back'))
    expect(told.map((mail) => mail.text_body)).toEqual([expect.stringContaining('USD 20.00, Visa ending 4242')])
    await sendRefunds(world, order.orderId)
  })

  test('is written down with who asked for it and why', async () => {
    const order = await bought()
    await refund(order, { seat: 1, amount: '1.00' })
    await sendRefunds(world, order.orderId)
    const rows = await world.db.selectFrom('refund_request').selectAll().where('order_id', '=', order.orderId).execute()
    expect(rows).toMatchObject([{ cause: 'admin', asked_by: admin, reason: 'She broke her leg', amount_minor: 100 }])
  })

  test.each([
    ['an order that is not paid', async () => (await unpaid()).orderId, 'REFUND_NOT_POSSIBLE'],
    ['an unknown order', async () => randomUUID(), 'ORDER_NOT_FOUND'],
  ])('of %s is refused', async (_what, orderId, code) => {
    const asked = { lines: [{ lineId: randomUUID() }], reason: 'No reason' }
    expect(await refundOrder(world, admin, await orderId(), asked)).toMatchObject({ refusal: { code } })
  })

  test('asked for twice with one key is made once, and answered the same', async () => {
    const order = await bought()
    const person = (await personById(world.db, admin))!
    const device = { name: 'Test', isBound: false }
    const { tokens } = await transact(world.db, (tx) => openSession(world, tx, person, 'admin', device))
    const headers = { authorization: `Bearer ${tokens.token}`, 'idempotency-key': randomUUID() }
    const body = { lines: [{ lineId: order.lines[0]!.lineId, amount: usd('10.00') }], reason: 'Twice' }
    const ask = (changed: object = {}) =>
      api.post(`/api/v1/orders/${order.orderId}/refunds`, { ...body, ...changed }, headers)
    const first = await ask()
    expect(first).toMatchObject({ status: 200, body: { data: { amount: usd('10.00') } } })
    expect((await ask()).body).toEqual(first.body)
    expect(await ask({ reason: 'Another' })).toMatchObject({ status: 422, body: { errorCode: 'IDEMPOTENCY_MISMATCH' } })
    await sendRefunds(world, order.orderId)
    expect((await seen(order)).totals.refunded).toEqual(usd('10.00'))
  })

  test('is for admins alone, and refuses what is not a line, twice the same, and amounts that are none', async () => {
    const order = await bought()
    const told = await api.post(`/api/v1/orders/${order.orderId}/refunds`, { lines: [], reason: 'x' })
    expect(told).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
    const [line] = order.lines
    const asked = (lines: { lineId: string; amount?: ReturnType<typeof usd> }[]) =>
      refundOrder(world, admin, order.orderId, { lines, reason: 'x' })
    for (const lines of [
      [{ lineId: randomUUID() }],
      [{ lineId: line!.lineId }, { lineId: line!.lineId }],
      [{ lineId: line!.lineId, amount: usd('-1.00') }],
      [{ lineId: line!.lineId, amount: usd('1.001') }],
      [{ lineId: line!.lineId, amount: { amount: '1.00', currency: 'PHP' } }],
    ])
      expect(await asked(lines)).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  })
})

describe('a cancellation', () => {
  test('of one enrolment ends it and gives what the window gives, once', async () => {
    const order = await bought({ startsInDays: 3, seats: 2 })
    const [, second] = (await verify(order)).data.enrolmentIds
    const end = () => endEnrolment(world, admin, second!, { reason: 'Cannot come', refund: 'window' })
    const outcomes = await Promise.all([end(), end(), end()])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    await sendRefunds(world, order.orderId)
    expect((await seen(order)).lines.map((line) => line.refunded.amount)).toEqual(['0.00', '199.50'])
    expect(await seatsTaken(order.courseCode)).toBe(1)
  })

  test.each([
    ['all', '399.00'],
    ['none', '0.00'],
  ] as const)('gives back %s where the admin says so', async (how, amount) => {
    const order = await bought({ startsInDays: 3 })
    const [enrolmentId] = (await verify(order)).data.enrolmentIds
    await endEnrolment(world, admin, enrolmentId!, { reason: 'Cannot come', refund: how })
    await sendRefunds(world, order.orderId)
    expect((await seen(order)).totals.refunded).toEqual(usd(amount))
    expect(await seatsTaken(order.courseCode)).toBe(0)
  })

  test('of a cohort gives everybody all of it, lets go who was about to pay, and takes nobody any more', async () => {
    const courseCode = await givenCourse(world, { startsInDays: 3, seats: 20, depositMinor: 9_900 })
    const giftCardCode = await givenGiftCard(world, 100)
    const orders = [
      await bought({ courseCode }),
      await bought({ courseCode, seats: 3 }),
      await bought({ courseCode, giftCardCode }),
    ]
    const begun = await placeOrder(world, guest(), await checkoutBody(world, courseCode), 'here')
    if (!begun.ok) throw new Error(begun.refusal.code)
    const late = await checkoutBody(world, courseCode)

    expect(await cancelCohort(world, admin, courseCode, 'The teacher is ill')).toMatchObject({ ok: true })
    expect(await cancelCohort(world, admin, courseCode, 'Again')).toMatchObject({
      refusal: { code: 'COURSE_NOT_FOUND' },
    })
    await Promise.all([endOrdersOf(world, courseCode), endOrdersOf(world, courseCode)])
    await endOrdersOf(world, courseCode)
    for (const order of orders) {
      await sendRefunds(world, order.orderId)
      const { totals } = await seen(order)
      expect(totals.refunded).toEqual(totals.total)
    }
    expect(await findGiftCard(world, giftCardCode, 'here')).toMatchObject({ value: { balance: { minor: 10_000 } } })
    const { clientSecret } = begun.value
    expect(await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })).toMatchObject({ status: 'failed' })
    expect(await placeOrder(world, guest(), late, 'here')).toMatchObject({ ok: false })
    expect(await seatsTaken(courseCode)).toBe(0)
  })
})

async function verify({ orderId, checkoutToken }: Pick<Placed, 'orderId' | 'checkoutToken'>) {
  const outcome = await howItStands(world, guest(checkoutToken), { orderId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function unpaid(): Promise<Placed> {
  const placed = await placeOrder(world, guest(), await checkoutBody(world, await givenCourse(world)), 'here')
  if (!placed.ok) throw new Error(placed.refusal.code)
  return placed.value
}
