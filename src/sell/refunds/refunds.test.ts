import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personById } from '#people/accounts/queries/people.ts'
import { createSession } from '#people/accounts/session/create-session.ts'
import { transact } from '#platform/db/transaction.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { sendRefunds } from '../../../tests/world/bought.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { endEnrolment } from './cancel-enrolment.ts'
import { enqueueRefundEmail } from './refund-emails.ts'
import { refundOrder } from './refund-order.ts'

let world: World
let api: Api
let admin: string
beforeAll(async () => {
  world = await createWorld(20)
  api = await startApi(world)
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
type PurchaseInput = Parameters<typeof checkoutBody>[3] & {
  startsInDays?: number
  depositMinor?: number
  courseCode?: string
}

/** An order that is paid, as its buyer sees it. */
async function bought({ startsInDays = 30, depositMinor, courseCode, ...more }: PurchaseInput = {}) {
  const cohort = courseCode ?? (await givenCourse(world, { startsInDays, ...(depositMinor && { depositMinor }) }))
  const body = await checkoutBody(world, cohort, undefined, more)
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox!.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
  await checkPayment(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return { ...placed.value, courseCode: cohort, email: body.email!, lines: (await seen(placed.value)).lines }
}

async function seen({ orderId, checkoutToken }: Pick<Placed, 'orderId' | 'checkoutToken'>) {
  const outcome = await viewOrder(world, guest(checkoutToken), orderId)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

type RefundedSeat = { seat: number; amount?: string; preview?: boolean }
const refund = (order: Awaited<ReturnType<typeof bought>>, { seat, amount, preview }: RefundedSeat) =>
  refundOrder(world, admin, order.orderId, {
    lines: [{ lineId: order.lines[seat - 1]!.lineId, ...(amount && { amount: usd(amount) }) }],
    reason: 'She broke her leg',
    preview,
  })

const seatsTaken = async (courseCode: string): Promise<number> =>
  (await world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', courseCode).executeTakeFirstOrThrow())
    .taken

describe('a refund', () => {
  test('can be previewed, which changes nothing', async () => {
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

  test('of one line ends its seat; the other lines keep their seats and payments', async () => {
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

  test('in part keeps the seat, and never exceeds the payment, however many requests run at once', async () => {
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

  test('is split between gift card and card by their shares; the gift card gets its part at once', async () => {
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

  test('within a week of the start is half, unless the admin enters more', async () => {
    const order = await bought({ startsInDays: 3 })
    expect(await refund(order, { seat: 1, preview: true })).toMatchObject({
      value: { amount: usd('199.50'), windowPercent: 50, isMoved: false, lines: [{ endsSeat: false }] },
    })
    expect(await refund(order, { seat: 1, amount: '399.00' })).toMatchObject({ ok: true })
    await sendRefunds(world, order.orderId)
  })

  test.each(['refund', 'end the seat'])(
    'after a session has moved is all, unless the admin enters less: %s',
    async (by) => {
      const courseCode = await givenCourse(world, { startsInDays: 3 })
      const { sessionId } = await givenSession(world, courseCode)
      const order = await bought({ courseCode })
      const startsAt = new Date(Date.now() + 2 * 86_400_000)
      const endsAt = new Date(startsAt.getTime() + 3_600_000)
      const session = world.db.updateTable('cohort_session').where('id', '=', sessionId)
      await session.set({ starts_at: startsAt, ends_at: endsAt }).execute()
      const [enrolmentId] = (await verify(order)).data.enrolmentIds
      expect(await refund(order, { seat: 1, preview: true })).toMatchObject({
        value: { amount: usd('399.00'), windowPercent: 100, isMoved: true, lines: [{ endsSeat: true }] },
      })
      if (by === 'refund') await refund(order, { seat: 1 })
      else await endEnrolment(world, admin, enrolmentId!, { reason: 'Cannot come', refund: 'window' })
      await sendRefunds(world, order.orderId)
      expect((await seen(order)).totals.refunded).toEqual(usd('399.00'))
    },
  )

  test('of a deposit returns the paid amount, and the balance is no longer due', async () => {
    const order = await bought({ seats: 2, depositMinor: 9_900, paymentType: 'deposit' })
    expect((await seen(order)).totals).toMatchObject({ paid: usd('198.00'), due: usd('600.00') })
    expect(await refund(order, { seat: 2 })).toMatchObject({ value: { amount: usd('99.00'), waived: usd('300.00') } })
    expect((await seen(order)).totals).toMatchObject({ due: usd('300.00') })
    await refund(order, { seat: 1 })
    await sendRefunds(world, order.orderId)
    expect((await seen(order)).totals).toMatchObject({ due: usd('0.00'), refunded: usd('198.00') })
  })

  test('is announced to the buyer in one e-mail, with the amount for each payment method', async () => {
    const order = await bought()
    const done = await refund(order, { seat: 1, amount: '20.00' })
    if (!done.ok) throw new Error(done.refusal.code)
    await enqueueRefundEmail(world, done.value.refundId!)
    await enqueueRefundEmail(world, done.value.refundId!)
    const mails = await world.db.selectFrom('mail').selectAll().where('to_address', '=', order.email).execute()
    const response = mails.filter(({ subject }) => subject.includes('on its way back'))
    expect(response.map((mail) => mail.text_body)).toEqual([expect.stringContaining('$20.00, Visa ending 4242')])
    await sendRefunds(world, order.orderId)
  })

  test('is recorded with its admin and reason', async () => {
    const order = await bought()
    await refund(order, { seat: 1, amount: '1.00' })
    await sendRefunds(world, order.orderId)
    const rows = await world.db.selectFrom('refund_request').selectAll().where('order_id', '=', order.orderId).execute()
    expect(rows).toMatchObject([
      { cause: 'admin', requested_by: admin, reason: 'She broke her leg', amount_minor: 100 },
    ])
  })

  test.each([
    ['an order that is not paid', async () => (await unpaid()).orderId, 'REFUND_NOT_POSSIBLE'],
    ['an unknown order', async () => randomUUID(), 'ORDER_NOT_FOUND'],
  ])('of %s is refused', async (_what, orderId, code) => {
    const input = { lines: [{ lineId: randomUUID() }], reason: 'No reason' }
    expect(await refundOrder(world, admin, await orderId(), input)).toMatchObject({ refusal: { code } })
  })

  test('whose response was lost in a crash is not made again by the repeated request, which gets the first response', async () => {
    const order = await bought()
    const lines = [{ lineId: order.lines[0]!.lineId, amount: usd('10.00') }]
    const request = { lines, reason: 'Lost', requestKey: randomUUID() }
    const first = await refundOrder(world, admin, order.orderId, request)
    expect(first).toMatchObject({ ok: true, value: { amount: usd('10.00'), refundId: expect.any(String) } })
    await sendRefunds(world, order.orderId)
    const repeats = await Promise.all([1, 2].map(() => refundOrder(world, admin, order.orderId, request)))
    for (const repeat of repeats) expect(repeat).toEqual(first)
    expect((await seen(order)).totals.refunded).toEqual(usd('10.00'))
    const other = await refundOrder(world, admin, order.orderId, { ...request, requestKey: randomUUID() })
    expect(other.ok).toBe(true)
    await sendRefunds(world, order.orderId)
    expect((await seen(order)).totals.refunded).toEqual(usd('20.00'))
  })

  test('requested twice with one idempotency key is made once, with the same response', async () => {
    const order = await bought()
    const person = (await personById(world.db, admin))!
    const device = { name: 'Test', isBound: false }
    const { tokens } = await transact(world.db, (tx) => createSession(world, tx, person, 'admin', device))
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

  test('is only for admins, and refuses unknown lines, repeated lines and invalid amounts', async () => {
    const order = await bought()
    const response = await api.post(`/api/v1/orders/${order.orderId}/refunds`, { lines: [], reason: 'x' })
    expect(response).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
    const [line] = order.lines
    const input = (lines: { lineId: string; amount?: ReturnType<typeof usd> }[]) =>
      refundOrder(world, admin, order.orderId, { lines, reason: 'x' })
    for (const lines of [
      [{ lineId: randomUUID() }],
      [{ lineId: line!.lineId }, { lineId: line!.lineId }],
      [{ lineId: line!.lineId, amount: usd('-1.00') }],
      [{ lineId: line!.lineId, amount: usd('1.001') }],
      [{ lineId: line!.lineId, amount: { amount: '1.00', currency: 'PHP' } }],
    ])
      expect(await input(lines)).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  })
})

describe('a cancellation', () => {
  test('of one enrolment ends it and refunds by the refund window, once', async () => {
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

  test('of a cohort refunds everybody in full, ends unpaid orders and accepts no new ones', async () => {
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
    await Promise.all([endCohortOrders(world, courseCode), endCohortOrders(world, courseCode)])
    await endCohortOrders(world, courseCode)
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
  const outcome = await checkPayment(world, guest(checkoutToken), { orderId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function unpaid(): Promise<Placed> {
  const placed = await placeOrder(world, guest(), await checkoutBody(world, await givenCourse(world)), 'here')
  if (!placed.ok) throw new Error(placed.refusal.code)
  return placed.value
}
