import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSignedUpInfo } from '#screens/portal/signed-up-info.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { abandonBalance } from '#sell/payments/end-order.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { remindOfBalances, writeBalancePaid } from '#sell/payments/remind-balance.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { byCard } from '../../../tests/world/by-card.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../tests/world/world.ts'
import { dueBalances } from './queries/orders.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

const usd = (amount: string) => ({ amount, currency: 'USD' })
const inDays = (days: number) => ({ ...world, clock: () => new Date(Date.now() + days * 86_400_000) })
const confirm = (clientSecret: string) => world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })

/** A deposit of 99 on 399, paid; the balance of 300 is due in 23 days. */
async function paidDeposit(email = `${randomUUID()}@understudy.test`): Promise<Placed & { email: string }> {
  const courseCode = await givenCourse(world, { depositMinor: 9_900, startsInDays: 30 })
  const body = await checkoutBody(world, courseCode, email, { paymentType: 'deposit' })
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  await confirm(placed.value.clientSecret)
  await verify(placed.value)
  return { ...placed.value, email }
}

async function verify({ orderId, checkoutToken, paymentId }: Placed) {
  const outcome = await checkPayment(world, guest(checkoutToken), { orderId, paymentId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function balance(order: Placed): Promise<Placed> {
  const outcome = await payOrder(world, guest(order.checkoutToken), order.orderId, { paymentMethod: 'card' }, 'here')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  if (outcome.value.status !== 'pending') throw new Error(outcome.value.status)
  return byCard(outcome.value.data)
}

const mailsTo = async (email: string) =>
  (
    await world.db.selectFrom('mail').select('subject').where('to_address', '=', email).orderBy('created_at').execute()
  ).map((mail) => mail.subject)

async function getInfo(email: string) {
  const person = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return (await getSignedUpInfo(world, person.id)).enrolments[0]
}

test('the balance is paid by card once, however many requests there are', async () => {
  const order = await paidDeposit()
  expect(await getInfo(order.email)).toMatchObject({
    paymentType: 'deposit',
    paymentStatus: 'pending',
    balanceDue: { amount: usd('300.00') },
    isPaused: false,
  })
  const [one, two] = await Promise.all([balance(order), balance(order)])
  expect(two.paymentId, 'one live payment').toBe(one.paymentId)
  expect(one.holdExpiresAt).toBeNull()
  await confirm(one.clientSecret)
  expect(await verify(one)).toMatchObject({
    status: 'complete',
    data: { amountPaid: usd('399.00'), amountDue: usd('0.00') },
  })
  expect(await getInfo(order.email)).toMatchObject({ paymentStatus: 'complete', balanceDue: null })
  const again = await payOrder(world, guest(order.checkoutToken), order.orderId, { paymentMethod: 'card' }, 'here')
  expect(again).toMatchObject({ refusal: { code: 'ORDER_CLOSED' } })
})

test('a gift card pays the balance, if it covers all of it', async () => {
  const order = await paidDeposit()
  const pay = async (dollars: number) => {
    const giftCardCode = await givenGiftCard(world, dollars)
    return payOrder(
      world,
      guest(order.checkoutToken),
      order.orderId,
      { paymentMethod: 'gift-card', giftCardCode },
      'here',
    )
  }
  expect(await pay(299)).toMatchObject({ refusal: { code: 'PAYMENT_REQUIRED' } })
  expect(await pay(300)).toMatchObject({ value: { status: 'complete', data: { orderId: order.orderId } } })
  expect(await verify(order)).toMatchObject({ data: { amountPaid: usd('399.00'), amountDue: usd('0.00') } })
})

test('a gift card also pays an unpaid order, after its open card payment is cancelled', async () => {
  const placed = await placeOrder(world, guest(), await checkoutBody(world, await givenCourse(world)), 'here')
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, checkoutToken, clientSecret } = placed.value
  const giftCardCode = await givenGiftCard(world, 399)
  const paid = await payOrder(
    world,
    guest(checkoutToken),
    orderId,
    { paymentMethod: 'gift-card', giftCardCode },
    'here',
  )
  expect(paid).toMatchObject({ value: { status: 'complete', data: { enrolmentIds: [expect.any(String)] } } })
  expect(await confirm(clientSecret)).toMatchObject({ status: 'failed' })
})

test('no other person may pay, and an unavailable payment method is refused', async () => {
  const order = await paidDeposit()
  const by = (token: string, paymentMethod: 'card' | 'paypal') =>
    payOrder(withGateway(world, world.gateway), guest(token), order.orderId, { paymentMethod }, 'here')
  expect(await by('another', 'card')).toMatchObject({ refusal: { code: 'ORDER_NOT_FOUND' } })
  expect(await by(order.checkoutToken, 'paypal')).toMatchObject({ refusal: { code: 'METHOD_NOT_AVAILABLE' } })
})

test('an abandoned balance payment is cancelled, and can be started again', async () => {
  const order = await paidDeposit()
  const left = await balance(order)
  await abandonBalance(world, order.orderId)
  expect(await confirm(left.clientSecret)).toMatchObject({ status: 'failed' })
  const again = await balance(order)
  await confirm(again.clientSecret)
  expect((await verify(again)).status).toBe('complete')
})

test('an overdue balance causes three reminders, then the order is paused until it is paid', async () => {
  const order = await paidDeposit()
  const subjects = async () => (await mailsTo(order.email)).filter((subject) => /to pay|All paid/.test(subject))
  await remindOfBalances(inDays(22.9))
  expect(await subjects()).toEqual([])
  for (const days of [23.1, 23.2, 26.1, 27]) await remindOfBalances(inDays(days))
  expect(await subjects()).toEqual(Array(2).fill('Still to pay: $300.00 for A course'))
  expect((await getInfo(order.email))?.isPaused).toBe(false)

  for (const days of [30.1, 31, 60]) await remindOfBalances(inDays(days))
  expect((await subjects()).at(-1)).toBe('Your course is paused: $300.00 to pay for A course')
  expect(await subjects()).toHaveLength(3)
  expect(await getInfo(order.email)).toMatchObject({ status: 'active', isPaused: true })

  const paid = await balance(order)
  await confirm(paid.clientSecret)
  await verify(paid)
  expect(await getInfo(order.email)).toMatchObject({ isPaused: false, paymentStatus: 'complete' })
  await writeBalancePaid(world, order.orderId)
  await writeBalancePaid(world, order.orderId)
  expect((await subjects()).filter((subject) => subject.startsWith('All paid'))).toHaveLength(1)
  const { text_body } = await world.db
    .selectFrom('mail')
    .select('text_body')
    .where('dedupe_key', '=', `balance-paid:${order.orderId}`)
    .executeTakeFirstOrThrow()
  expect(text_body).toContain('We have received your balance of $300.00')
})

test('a site that takes no payments neither asks for a balance nor pauses access, until it takes them again', async () => {
  const order = await paidDeposit()
  const asked = async () => (await mailsTo(order.email)).filter((subject) => subject.includes('to pay')).length
  const closed = (days: number) => withGateway(inDays(days) as World, null)
  for (const days of [23.1, 26.1, 30.1]) await remindOfBalances(closed(days))
  expect(await asked()).toBe(0)
  expect((await getInfo(order.email))?.isPaused).toBe(false)
  await remindOfBalances(withGateway(inDays(23.1) as World, null, world.paypal))
  expect(await asked()).toBe(1)
})

test('an order whose next reminder is days away takes no place in a round from one whose reminder is due', async () => {
  const [reminded, waiting] = [await paidDeposit(), await paidDeposit()]
  const change = (order: Placed, minutes: number, reminders: number) =>
    world.db
      .updateTable('orders')
      .set({ balance_due_at: new Date(Date.now() - minutes * 60_000), balance_reminders: reminders })
      .where('id', '=', order.orderId)
      .execute()
  await change(reminded, 60, 1)
  await change(waiting, 30, 0)
  expect(await dueBalances(world.db, new Date(), 1)).toEqual([waiting.orderId])
})

test('two workers at the same time send one reminder', async () => {
  const order = await paidDeposit()
  await Promise.all(Array.from({ length: 5 }, () => remindOfBalances(inDays(23.5))))
  expect((await mailsTo(order.email)).filter((subject) => subject.startsWith('Still to pay'))).toHaveLength(1)
})
