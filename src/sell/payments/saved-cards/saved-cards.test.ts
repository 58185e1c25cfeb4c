/** Cards that Stripe keeps, over HTTP against its double: for the balance of a deposit, and for the next course. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import type { CheckoutBody } from '#sell/checkout/wire.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import { chargeBalance, chargeDueBalances } from '#sell/payments/saved-cards/charge-saved-card.ts'
import { confirm, METHODS } from '../../../../tests/providers/rigs.ts'
import { KEYS, type StripeDouble } from '../../../../tests/providers/stripe/stripe.ts'
import { createRandom, type Random } from '../../../../tests/support/random.ts'
import type { Api } from '../../../../tests/world/api.ts'
import { checkoutBody, givenCourse } from '../../../../tests/world/selling.ts'
import { startStripeShop } from '../../../../tests/world/stripe-shop.ts'
import type { World } from '../../../../tests/world/world.ts'

let world: World
let deps: Deps
let api: Api
let double: StripeDouble
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, deps, api, double, close } = await startStripeShop())
})
afterEach(() => {
  double.next = []
})
afterAll(() => close())

const PASSWORD = 'eleven quiet lanterns'
const DAY_MS = 86_400_000
const onDay = (day: number): Deps => ({ ...deps, clock: () => new Date(Date.now() + day * DAY_MS) })
type Headers = Record<string, string>
type Placed = { orderId: string; paymentId: string; checkoutToken: string; clientSecret: string }

async function logIn(email = `${randomUUID()}@understudy.test`): Promise<Headers> {
  const account = { email, name: 'Demo Person', roles: ['learner'], timezoneId: 'UTC' }
  await createVerifiedAccount(world.db, createPasswords(), account, PASSWORD)
  const { body } = await api.post('/api/v1/log-in', { email, password: PASSWORD })
  return { authorization: `Bearer ${body.token}` }
}
async function order(headers: Headers, change: Partial<CheckoutBody>, depositMinor?: number) {
  const courseCode = await givenCourse(world, { startsInDays: 30, ...(depositMinor && { depositMinor }) })
  const body = await checkoutBody(deps, courseCode)
  return { ...body, ...change, consent: { terms: true, ...change.consent }, headers }
}
const post = ({ headers, ...body }: Awaited<ReturnType<typeof order>>, key = randomUUID()) =>
  api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': key, ...headers })
const pay = ({ clientSecret }: Placed, card: keyof typeof METHODS = 'good') =>
  confirm(double.url, KEYS.publishableKey, clientSecret, METHODS[card])
const verify = async ({ orderId, checkoutToken }: Placed) =>
  (await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
/** The bank decides about a late payment. */
async function decide(placed: Placed): Promise<void> {
  double.books.decide(placed.clientSecret.replace(/_secret_.*/, ''))
  await sql`update payment set last_polled_at = now() - interval '1 hour'`.execute(world.db)
  expect(await verify(placed)).toMatchObject({ status: 'complete' })
}
const listStates = async ({ orderId }: Placed) =>
  (await world.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('attempt').execute()).map(
    ({ purpose, state }) => `${purpose} ${state}`,
  )
const countCharges = () => [...double.books.intents.values()].filter(({ charge }) => charge).length
const listCards = async (headers: Headers) => (await api.call('/api/v1/reusable-cards', { headers })).body.data

/** A logged-in buyer who kept the card of the first course. */
async function withCard(): Promise<{ headers: Headers; reusableCardId: string }> {
  const headers = await logIn()
  const placed: Placed = (await post(await order(headers, { consent: { keepCard: true } }))).body.data
  await pay(placed)
  expect(await verify(placed)).toMatchObject({ status: 'complete' })
  return { headers, reusableCardId: placed.orderId }
}

test('the balance is paid with a new card after the customer was deleted at Stripe, and no job cancels that payment', async () => {
  const consent = { storeCard: true }
  const placed: Placed = (await post(await order({}, { paymentType: 'deposit', consent }, 9_900))).body.data
  await pay(placed)
  expect(await verify(placed)).toMatchObject({ status: 'complete' })
  await chargeBalance(onDay(20.1), placed.orderId)
  const mandate = world.db.selectFrom('card_mandate').selectAll().where('order_id', '=', placed.orderId)
  double.books.savedCards.deleteCustomer((await mandate.executeTakeFirstOrThrow()).provider_customer_id!)
  await expect(chargeBalance(onDay(23.2), placed.orderId)).rejects.toThrow()

  const payLink = `/api/v1/orders/${placed.orderId}/pay?vt=${placed.checkoutToken}`
  const headers = { authorization: `Bearer ${placed.checkoutToken}` }
  const begun = await api.post(payLink, { paymentMethod: 'card' }, headers)
  expect(begun).toMatchObject({ status: 200, body: { status: 'pending' } })
  for (const day of [23.3, 24.3, 24.4]) await chargeBalance(onDay(day), placed.orderId)
  await pay(begun.body.data)
  const { paymentId } = begun.body.data
  const done = await api.call(`/api/v1/verify-payment?paymentId=${paymentId}&vt=${placed.checkoutToken}`)
  expect(done.body).toMatchObject({ status: 'complete', data: { amountDue: { amount: '0.00' } } })
  expect(await listStates(placed)).toEqual(['purchase complete', 'balance cancelled', 'balance complete'])
})

describe('a card that is kept for the next course', () => {
  test('pays with one call, and a repeat of the call, or another order at the same time, charges nothing more', async () => {
    const { headers, reusableCardId } = await withCard()
    const before = countCharges()
    const next = await order(headers, { reusableCardId, clientKey: randomUUID() })
    const key = randomUUID()
    const answers = await Promise.all([post(next, key), post(next, key), post(next), post(next)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const again = await post(next, key)
    expect(countCharges()).toBe(before + 1)
    expect([200, 409]).toContain(again.status)
  })

  test.each(['truncate', 'after', 'before'] as const)(
    'is charged once if the answer of the charge is lost (%s)',
    async (fault) => {
      const { headers, reusableCardId } = await withCard()
      const before = countCharges()
      const next = await order(headers, { reusableCardId })
      double.next = [null, fault]
      const placed = await post(next)
      expect(placed).toMatchObject({ status: 200 })
      // The buyer presses again.
      if (fault === 'before') await post({ ...next, orderId: placed.body.data.orderId })
      expect(await verify(placed.body.data)).toMatchObject({ status: 'complete' })
      expect(countCharges()).toBe(before + 1)
    },
  )

  test('waits for a step-up once the log-in is an hour old, with the seats held, and is then charged once', async () => {
    const { headers, reusableCardId } = await withCard()
    await sql`update session set created_at = now() - interval '61 minutes', stepped_up_at = now() - interval '61 minutes'`.execute(
      world.db,
    )
    const before = countCharges()
    const next = await order(headers, { reusableCardId, clientKey: randomUUID() })
    const refused = await post(next)
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'CARD_OWNER_UNCONFIRMED' } })
    const { orderId } = refused.body.data
    expect(refused.body.data).toEqual({
      orderId,
      paymentId: expect.any(String),
      checkoutToken: expect.any(String),
      holdExpiresAt: expect.any(String),
    })
    expect(await post({ ...next, orderId })).toMatchObject({ status: 403 })
    expect(countCharges()).toBe(before)
    await api.post('/api/v1/step-up', { password: PASSWORD }, headers)
    expect(await post({ ...next, orderId })).toMatchObject({ status: 200, body: { data: { orderId } } })
    expect(await verify(refused.body.data)).toMatchObject({ status: 'complete' })
    expect(countCharges()).toBe(before + 1)
  })

  test('is not charged, and not offered again, after its customer was deleted; the buyer pays with a new card', async () => {
    const { headers, reusableCardId } = await withCard()
    const row = world.db.selectFrom('reusable_card').selectAll().where('order_id', '=', reusableCardId)
    double.books.savedCards.deleteCustomer((await row.executeTakeFirstOrThrow()).provider_customer_id!)
    const next = await order(headers, { reusableCardId, clientKey: randomUUID() })
    expect(await post(next)).toMatchObject({ status: 404, body: { errorCode: 'SAVED_CARD_NOT_FOUND' } })
    expect(await listCards(headers)).toEqual([])
    const { reusableCardId: _lost, ...withForm } = next
    const placed: Placed = (await post(withForm)).body.data
    await pay(placed)
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
    await chargeDueBalances(deps)
    expect(await row.executeTakeFirst()).toMatchObject({ ended_because: 'lost', detached_at: expect.any(Date) })
  })

  test('is not offered again if its customer was deleted after the attempt had begun', async () => {
    const { headers, reusableCardId } = await withCard()
    const next = await order(headers, { reusableCardId })
    double.next = [null, 'before']
    const placed: Placed = (await post(next)).body.data
    const row = world.db.selectFrom('reusable_card').selectAll().where('order_id', '=', reusableCardId)
    double.books.savedCards.deleteCustomer((await row.executeTakeFirstOrThrow()).provider_customer_id!)
    expect((await post({ ...next, orderId: placed.orderId })).body.errorCode).toBe('SAVED_CARD_NOT_FOUND')
    expect(await listCards(headers)).toEqual([])
    expect(await row.executeTakeFirst()).toMatchObject({ ended_because: 'lost' })
  })

  test('is refused without a log-in, with another log-in, and with the token of the order', async () => {
    const { headers, reusableCardId } = await withCard()
    const before = countCharges()
    const next = await order(headers, { reusableCardId })
    for (const stranger of [{}, await logIn()])
      expect(await post({ ...next, headers: stranger })).toMatchObject({
        status: 404,
        body: { errorCode: 'SAVED_CARD_NOT_FOUND' },
      })
    const { reusableCardId: _card, ...withForm } = next
    const placed: Placed = (await post(withForm)).body.data
    const token = { authorization: `Bearer ${placed.checkoutToken}` }
    expect(await post({ ...next, headers: token, orderId: placed.orderId })).toMatchObject({ status: 404 })
    expect(await post({ ...next, headers: await logIn(), orderId: placed.orderId })).toMatchObject({ status: 404 })
    expect(countCharges()).toBe(before)
  })

  test('is not kept if the consent is not given again with the card that pays', async () => {
    const headers = await logIn()
    const cards = double.books.savedCards.listCards().length
    const first = await order(headers, { consent: { keepCard: true } })
    const placed: Placed = (await post(first)).body.data
    await pay(placed, 'declined')
    expect(await verify(placed)).toMatchObject({ status: 'failed' })
    const retry = await post({ ...first, orderId: placed.orderId, consent: { terms: true } })
    await pay(retry.body.data)
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
    expect(await listCards(headers)).toEqual([])
    expect(double.books.savedCards.listCards().length).toBe(cards)
  })

  test('is not kept if the buyer presses Pay again without the consent, before a card was sent', async () => {
    const headers = await logIn()
    const first = await order(headers, { consent: { keepCard: true } })
    const placed: Placed = (await post(first)).body.data
    const again: Placed = (await post({ ...first, orderId: placed.orderId, consent: { terms: true } })).body.data
    await pay(again)
    expect(await verify(again)).toMatchObject({ status: 'complete' })
    expect(await listCards(headers)).toEqual([])
  })

  test('and a consent to the balance are those of the card that pays, whatever a refused call for another card asks', async () => {
    const headers = await logIn()
    const first = await order(headers, { paymentType: 'deposit', consent: { keepCard: true } }, 9_900)
    const placed: Placed = (await post(first)).body.data
    await pay(placed, 'late')
    const forBalance = await post({ ...first, orderId: placed.orderId, consent: { terms: true, storeCard: true } })
    expect(forBalance.body).toMatchObject({ errorCode: 'PAYMENT_IN_HAND' })
    await decide(placed)
    expect(await listCards(headers)).toHaveLength(1)
    expect((await sql`select from card_mandate where order_id = ${placed.orderId}`.execute(world.db)).rows).toEqual([])
  })

  test('stops nobody from paying whose consent changes after Stripe’s answer to the attempt was lost', async () => {
    const headers = await logIn()
    const first = await order(headers, {})
    const placed: Placed = (await post(first)).body.data
    await pay(placed, 'declined')
    const again = { ...first, orderId: placed.orderId }
    // Two reads and the cancellation of the declined attempt, and the customer; then the intent of the next one.
    double.next = [null, null, null, null, 'after', 'after', 'after', 'after']
    expect((await post({ ...again, consent: { terms: true, keepCard: true } })).status).toBeGreaterThanOrEqual(500)
    double.next = []
    const retry = await post({ ...again, consent: { terms: true } })
    expect(retry).toMatchObject({ status: 200 })
    await pay(retry.body.data)
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
    expect(await listCards(headers)).toEqual([])
  })

  test('is deleted at Stripe if the consent ended while the bank decided', async () => {
    const headers = await logIn()
    const cards = double.books.savedCards.listCards().length
    const first = await order(headers, { consent: { keepCard: true } })
    const placed: Placed = (await post(first)).body.data
    await pay(placed, 'late')
    expect(await verify(placed)).toMatchObject({ status: 'pending' })
    await sql`update reusable_card set ended_at = now(), ended_because = 'removed'
      where order_id = ${placed.orderId}`.execute(world.db)
    await decide(placed)
    await world.runJobs()
    expect(double.books.savedCards.listCards()).toHaveLength(cards)
    expect(await listCards(headers)).toEqual([])
  })
})

/** One press of a buyer who keeps a card, pays with a kept one, or presses twice; the typed card may be declined first. */
async function press(headers: Headers, random: Random): Promise<void> {
  const [own] = (await listCards(headers)) ?? []
  if (own && random.chance(0.15)) {
    await api.call(`/api/v1/reusable-cards/${own.reusableCardId}`, { method: 'DELETE', headers })
    return
  }
  const reusableCardId = own && random.chance(0.6) ? own.reusableCardId : undefined
  const consent = { keepCard: random.chance(0.7) }
  const next = await order(headers, { ...(reusableCardId ? { reusableCardId } : { consent }), clientKey: randomUUID() })
  const answers = await Promise.all(random.chance(0.3) ? [post(next), post(next)] : [post(next)])
  for (const { status, body } of answers) {
    if (status !== 200) continue
    for (const card of random.chance(0.3) ? (['declined', 'good'] as const) : (['good'] as const))
      if (!reusableCardId) await pay(body.data, card).catch(() => null)
    await verify(body.data)
  }
}

test('whatever Stripe answers, each charge is one paid order, and Stripe has no card without a consent', async () => {
  const random = createRandom(5)
  const buyers = await Promise.all(Array.from({ length: 8 }, () => logIn()))
  double.faults = { before: 0.08, after: 0.08, reset: 0.05, truncate: 0.05 }
  const paying = buyers.map(async (headers) => {
    for (let course = 0; course < 4; course++) await press(headers, random)
  })
  let isPaying = true
  const work = async () => {
    while (isPaying) await world.runJobs()
  }
  const working = [work(), work(), work()]
  await Promise.all(paying)
  isPaying = false
  await Promise.all(working)
  double.faults = {}
  const reconcileAndCompare = async () => {
    await reconcile(deps, 0)
    const isPaid = world.db.selectFrom('payment').select('provider_intent_id').where('state', '=', 'complete')
    const paid = (await isPaid.execute()).map((payment) => payment.provider_intent_id)
    const charged = [...double.books.intents.values()].filter(({ charge }) => charge?.refunded === 0)
    const notPaid = charged.map(({ id }) => id).filter((id) => !paid.includes(id))
    return { notPaid, notCharged: paid.filter((id) => !charged.some((intent) => intent.id === id)) }
  }
  expect(await reconcileAndCompare()).toEqual({ notPaid: [], notCharged: [] })
  // The card of an attempt that is still open waits for the end of the attempt.
  const listUnneeded = async () => {
    await chargeDueBalances(deps)
    const { rows } = await sql<{
      id: string
    }>`select k.provider_method_id as id from reusable_card k where k.ended_at is null
      or exists (select from payment p where p.reusable_card_id = k.order_id and p.state in ('pending', 'declined'))`.execute(
      world.db,
    )
    return double.books.savedCards.listCards().filter((card) => !rows.some(({ id }) => id === card))
  }
  await world.runJobs({ retriesNow: true })
  expect(await listUnneeded()).toEqual([])
})
