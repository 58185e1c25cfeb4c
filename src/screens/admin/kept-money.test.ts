/** Figures, lists, files and e-mails of an order whose money went back, is disputed or was lost. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#http/handle.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { sendReceipt } from '#sell/documents/send-receipt.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { writeBalancePaid } from '#sell/payments/remind-balance.ts'
import { enqueueCancellationEmail, enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { sandboxDashboard } from '../../../tests/providers/dashboards.ts'
import { givenPaidOrder, type Paid, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { exportOrders } from './export-orders.ts'
import { getFigures } from './figures.ts'
import { listOrders } from './list-orders.ts'
import { readCohort } from './read-cohort.ts'
import { readOrder } from './read-order.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  const row = { email: 'addy@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  admin = (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => closeAudited(world))

const usd = (amount: string) => ({ amount, currency: 'USD' })
const asAdmin = (): Person => ({
  kind: 'person',
  personId: admin,
  sessionId: randomUUID(),
  audience: 'admin',
  roles: ['community-admin'],
})

/** The bank of the card holder disputes the payment of an order. Decided at the sandbox's bank. */
async function dispute({ orderId }: Paid, minor = 39_900): Promise<(outcome: 'won' | 'lost') => Promise<void>> {
  const { id, provider_intent_id } = await world.db
    .selectFrom('payment')
    .select(['id', 'provider_intent_id'])
    .where('order_id', '=', orderId)
    .where('provider', '=', 'sandbox')
    .executeTakeFirstOrThrow()
  const bank = sandboxDashboard(world)
  const disputeId = await bank.dispute(provider_intent_id!, 'open', minor)
  await syncDisputes(world, id)
  return async (outcome) => {
    await bank.decide(disputeId, outcome)
    await syncDisputes(world, id)
  }
}

const sumKept = async () => (await getFigures(world, 'UTC')).today.kept
const find = async (order: Paid) =>
  (await listOrders(world, { courseCode: order.courseCode, timezoneId: 'UTC' })).orders
const readPanel = async ({ orderId }: Paid) => {
  const read = await readOrder(world, asAdmin(), orderId)
  if (!read.ok) throw new Error(read.refusal.code)
  return read.value
}

/** The row of the CSV file, by column. */
async function readCsv({ courseCode }: Paid): Promise<Record<string, string>> {
  const file = await text(exportOrders(world, { courseCode, timezoneId: 'UTC' }).content)
  const [head, row] = file
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .map((line) => line.split(','))
  return Object.fromEntries(head!.map((name, at) => [name, row![at]!]))
}

async function readMail({ email }: Paid): Promise<string> {
  const mails = world.db.selectFrom('mail').select('text_body').where('to_address', '=', email)
  return (await mails.where('subject', 'like', 'Cancelled: %').executeTakeFirstOrThrow()).text_body
}

/** Cancels the dates, and writes the e-mails as the jobs do. */
async function cancel({ courseCode }: Paid): Promise<void> {
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  await endCohortOrders(world, courseCode)
  const orders = await world.db.selectFrom('orders').select('id').where('cohort_code', '=', courseCode).execute()
  for (const { id: orderId } of orders) {
    const requests = await world.db
      .selectFrom('refund_request')
      .select(['id', 'amount_minor'])
      .where('order_id', '=', orderId)
      .where('amount_minor', '>', 0)
      .execute()
    for (const { id } of requests) await enqueueRefundEmail(world, id)
    if (requests.length === 0) await enqueueCancellationEmail(world, { orderId })
  }
}

test('the home page counts what is still here: refunds, open and lost disputes are taken off, a won one comes back', async () => {
  const [whole, refunded, disputed] = [
    await givenPaidOrder(world),
    await givenPaidOrder(world),
    await givenPaidOrder(world),
  ]
  expect(await sumKept()).toEqual([usd('1197.00')])
  const { lines } = (await readPanel(whole)).order
  const part = { lineId: lines[0]!.lineId, amount: usd('100.00') }
  await refundOrder(world, admin, whole.orderId, { lines: [part], reason: 'A late start' })
  expect(await sumKept()).toEqual([usd('1097.00')])
  await sendRefunds(world, whole.orderId)
  expect(await sumKept()).toEqual([usd('1097.00')])
  await refundFirstSeat(world, admin, refunded.orderId)
  await sendRefunds(world, refunded.orderId)
  expect(await sumKept()).toEqual([usd('698.00')])
  const decide = await dispute(disputed)
  expect(await sumKept()).toEqual([usd('299.00')])
  await decide('won')
  expect(await sumKept()).toEqual([usd('698.00')])
  const lost = await dispute(disputed)
  await lost('lost')
  expect(await sumKept()).toEqual([usd('299.00')])
})

describe('a list, a panel and a file', () => {
  test('call an order complete only while all of its money is here', async () => {
    const order = await givenPaidOrder(world)
    const seen = async () => [
      (await find(order))[0]?.outcome,
      (await readPanel(order)).outcome,
      (await readCsv(order)).outcome,
    ]
    expect(await seen()).toEqual(['complete', 'complete', 'complete'])
    const { lines } = (await readPanel(order)).order
    await refundOrder(world, admin, order.orderId, {
      lines: [{ lineId: lines[0]!.lineId, amount: usd('100.00') }],
      reason: 'A late start',
    })
    await sendRefunds(world, order.orderId)
    expect(await seen()).toEqual(['part-refunded', 'part-refunded', 'part-refunded'])
    const decide = await dispute(order, 29_900)
    expect(await seen()).toEqual(['disputed', 'disputed', 'disputed'])
    await decide('lost')
    expect(await seen()).toEqual(['lost', 'lost', 'lost'])
  })

  test('the bill takes off what a bank holds or took back, before it says what is left', async () => {
    const order = await givenPaidOrder(world)
    const seen = async () => {
      const { bill, totals } = (await readPanel(order)).order
      const after = bill.slice(bill.findIndex(({ kind }) => kind === 'paid') + 1)
      return [...after.map(({ label, amount }) => `${label} ${amount.amount}`), totals.afterRefunds.amount]
    }
    const { lines } = (await readPanel(order)).order
    const part = { lineId: lines[0]!.lineId, amount: usd('100.00') }
    await refundOrder(world, admin, order.orderId, { lines: [part], reason: 'A late start' })
    await sendRefunds(world, order.orderId)
    const decide = await dispute(order, 29_900)
    const [refund, sum] = ['Visa ending 4242 100.00', 'After refunds and disputes 0.00']
    expect(await seen()).toEqual([refund, 'Disputed, the bank decides 299.00', sum, '0.00'])
    await decide('lost')
    expect(await seen()).toEqual([refund, 'Taken back by the bank 299.00', sum, '0.00'])
  })

  test('the bill counts money once that goes back by a refund if the bank agrees', async () => {
    const order = await givenPaidOrder(world)
    const decide = await dispute(order)
    await cancel(order)
    const bill = async () => (await readPanel(order)).order.bill.map(({ kind, amount }) => `${kind} ${amount.amount}`)
    expect((await bill()).slice(4)).toEqual(['refund 399.00', 'kept 0.00'])
    await decide('lost')
    expect((await bill()).slice(4)).toEqual(['lost 399.00', 'kept 0.00'])
  })

  test('the file has invoice, method, day of the refund, and sums that add up', async () => {
    const order = await givenPaidOrder(world)
    const decide = await dispute(order)
    expect((await readPanel(order)).disputeFees, 'the fee is told beside the amounts').toEqual([usd('15.00')])
    expect(await readCsv(order)).toMatchObject({
      paid: '399.00',
      refunded: '0.00',
      disputed: '399.00',
      lost: '0.00',
      kept: '0.00',
    })
    await decide('lost')
    expect(await readCsv(order)).toMatchObject({
      paid: '399.00',
      refunded: '0.00',
      disputed: '0.00',
      lost: '399.00',
      kept: '0.00',
      refunded_at: '',
      method: 'card',
      invoice: expect.stringMatching(/^INV-\d{5}$/),
    })
    const refunded = await givenPaidOrder(world)
    await refundFirstSeat(world, admin, refunded.orderId)
    await sendRefunds(world, refunded.orderId)
    expect(await readCsv(refunded)).toMatchObject({
      paid: '399.00',
      refunded: '399.00',
      kept: '0.00',
      outcome: 'refunded',
      refunded_at: expect.stringMatching(/^20\d\d-/),
    })
  })
})

describe('an e-mail that is written again', () => {
  const count = async ({ email }: Paid, subject: string) => {
    const mails = world.db.selectFrom('mail').select('id').where('to_address', '=', email)
    return (await mails.where('subject', 'like', `${subject}%`).execute()).length
  }
  const writeReceipt = async (order: Paid) => {
    const before = await count(order, 'You’re in')
    await sendReceipt(world, order.orderId, randomUUID())
    return (await count(order, 'You’re in')) - before
  }

  test('confirms a seat only while the buyer has one that no bank disputes', async () => {
    const [refunded, disputed] = [await givenPaidOrder(world), await givenPaidOrder(world)]
    expect([await writeReceipt(refunded), await writeReceipt(disputed)]).toEqual([1, 1])
    await refundFirstSeat(world, admin, refunded.orderId)
    await sendRefunds(world, refunded.orderId)
    const decide = await dispute(disputed)
    expect([await writeReceipt(refunded), await writeReceipt(disputed)]).toEqual([0, 0])
    expect([(await readPanel(refunded)).hasReceipt, (await readPanel(disputed)).hasReceipt]).toEqual([false, false])
    await decide('won')
    expect(await writeReceipt(disputed)).toBe(1)
    expect((await readPanel(disputed)).hasReceipt).toBe(true)
    const lost = await dispute(disputed)
    await lost('lost')
    expect(await writeReceipt(disputed)).toBe(0)
  })

  test('is no receipt for the buyer of a group whose own seat has ended', async () => {
    const order = await givenPaidOrder(world, { seats: 2 })
    await refundFirstSeat(world, admin, order.orderId)
    await sendRefunds(world, order.orderId)
    expect(await writeReceipt(order)).toBe(0)
  })

  test('calls a balance paid in full only while the order has a seat', async () => {
    const deposit = async () => {
      const order = await givenPaidOrder(world, { depositMinor: 4_900, paymentType: 'deposit' })
      const balance = { paymentMethod: 'gift-card', giftCardCode: await givenGiftCard(world, 350) } as const
      expect(await payOrder(world, guest(order.checkoutToken), order.orderId, balance, randomUUID())).toMatchObject({
        ok: true,
      })
      return order
    }
    const [kept, refunded] = [await deposit(), await deposit()]
    await refundFirstSeat(world, admin, refunded.orderId)
    await sendRefunds(world, refunded.orderId)
    for (const { orderId } of [kept, refunded]) await writeBalancePaid(world, orderId)
    expect([await count(kept, 'All paid'), await count(refunded, 'All paid')]).toEqual([1, 0])
  })
})

describe('a cancellation', () => {
  test('of dates with a disputed payment announces no refund of it, in the effects and in the e-mail', async () => {
    const courseCode = await givenCourse(world)
    const disputed = await givenPaidOrder(world, { courseCode, email: `${randomUUID()}@understudy.test` })
    const other = await givenPaidOrder(world, { courseCode, email: `${randomUUID()}@understudy.test` })
    await dispute(disputed)
    expect(await readCohort(world, courseCode)).toMatchObject({
      value: { paid: [usd('399.00')], disputed: [usd('399.00')] },
    })
    await cancel(other)
    const mail = await readMail(disputed)
    expect(mail).not.toMatch(/get back|goes back|on its way|refunded/i)
    expect(mail).toContain('A bank is checking $399.00 of your payment, so we can’t refund it now.')
    expect(await readMail(other)).toContain('You get back all you paid, $399.00.')
    const seen = await viewOrder(world, guest(disputed.checkoutToken), disputed.orderId)
    expect(seen).toMatchObject({ value: { refunds: [{ status: 'waiting' }] } })
    await sendRefunds(world, other.orderId)
  })

  test('after a lost dispute announces nothing to get back', async () => {
    const courseCode = await givenCourse(world)
    const [lost, other] = [await givenPaidOrder(world, { courseCode }), await givenPaidOrder(world, { courseCode })]
    const decide = await dispute(lost)
    await decide('lost')
    expect(await readCohort(world, courseCode)).toMatchObject({ value: { paid: [usd('399.00')], disputed: [] } })
    await cancel(other)
    const mails = world.db.selectFrom('mail').select('text_body').where('to_address', '=', lost.email)
    for (const { text_body } of await mails.execute()) expect(text_body).not.toMatch(/get back|goes back|on its way/i)
    expect(await readMail(other)).toContain('$399.00')
    await sendRefunds(world, other.orderId)
  })
})
