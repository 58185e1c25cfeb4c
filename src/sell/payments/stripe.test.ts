import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { createStripeGateway } from '#platform/payments/stripe.ts'
import { reconcile, syncLostCharges } from '#sell/payments/reconcile.ts'
import { confirm, createRigConfig, METHODS } from '../../../tests/providers/rigs.ts'
import { KEYS, routeTo, type StripeDouble } from '../../../tests/providers/stripe/stripe.ts'
import { createRandom } from '../../../tests/support/random.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { startStripeShop } from '../../../tests/world/stripe-shop.ts'
import { type World, withGateway } from '../../../tests/world/world.ts'

let world: World
let deps: Deps
let api: Api
let double: StripeDouble
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, deps, api, double, close } = await startStripeShop())
})
afterEach(async () => {
  await double.post.rest()
  Object.assign(double, { route: null, next: [], hurries: 0 })
})
afterAll(() => close())

type Placed = { orderId: string; paymentId: string; checkoutToken: string; clientSecret: string; provider: string }

async function placeOrder(courseCode?: string): Promise<Placed> {
  const body = await checkoutBody(deps, courseCode ?? (await givenCourse(world)))
  const answer = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const pay = ({ clientSecret }: Placed, card: keyof typeof METHODS) =>
  confirm(double.url, KEYS.publishableKey, clientSecret, METHODS[card])
const verify = async ({ orderId, checkoutToken }: Placed) =>
  (await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
const getOrderState = async ({ orderId }: Placed) =>
  (await world.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state
const runJobs = async () => {
  await double.post.rest()
  await world.runJobs()
}
const listEvents = () => world.db.selectFrom('provider_event').selectAll().execute()

describe('a checkout by Stripe', () => {
  test('enrols the buyer, as the sandbox does', async () => {
    const placed = await placeOrder()
    expect(placed).toMatchObject({ provider: 'stripe', clientSecret: expect.stringMatching(/^pi_\w+_secret_/) })
    expect(await verify(placed)).toMatchObject({ status: 'pending' })
    await pay(placed, 'good')
    expect(await verify(placed)).toMatchObject({
      status: 'complete',
      data: { amountPaid: { amount: '399.00', currency: 'USD' } },
    })
  })

  test('a declined card gives its reason, and the same order accepts another card', async () => {
    const placed = await placeOrder()
    await pay(placed, 'noFunds')
    expect(await verify(placed)).toMatchObject({ status: 'failed', data: { failureCode: 'insufficient_funds' } })
    await pay(placed, 'good')
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
  })

  test('whose first response was lost leaves one payment that can be paid, and one seat', async () => {
    const body = await checkoutBody(deps, await givenCourse(world, { seats: 1 }))
    const key = randomUUID()
    const send = () => api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': key })
    double.next = ['truncate']
    expect((await send()).status).toBe(500)
    const [lostIntent] = [...double.books.intents.values()].slice(-1)
    const placed: Placed = (await send()).body.data
    expect(lostIntent).toMatchObject({ status: 'canceled', charge: null })
    await pay(placed, 'good')
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
  })

  test('that nobody polls is completed by the webhook', async () => {
    double.route = routeTo(api.base, 'plain')
    const placed = await placeOrder()
    await pay(placed, 'good')
    await runJobs()
    expect(await getOrderState(placed)).toBe('complete')
  })

  test('whose event is lost is completed by polling', async () => {
    const placed = await placeOrder()
    await pay(placed, 'good')
    await reconcile(deps, 0)
    expect(await getOrderState(placed)).toBe('complete')
  })

  test('nothing that the browser passes on is believed: a forged redirect does not pay an order', async () => {
    const placed = await placeOrder()
    const forgedQuery = `payment_intent=pi_1&redirect_status=succeeded&token=x&PayerID=y&vt=${placed.checkoutToken}`
    const answer = await api.call(`/api/v1/verify-payment?orderId=${placed.orderId}&${forgedQuery}`)
    expect(answer.body).toMatchObject({ status: 'pending', data: { enrolmentIds: [] } })
    expect(await getOrderState(placed)).toBe('open')
  })

  test('that was charged after its payment was cancelled is found, and completed or refunded', async () => {
    const placed = await placeOrder()
    await pay(placed, 'good')
    const cancelled = { state: 'cancelled' as const }
    await world.db.updateTable('payment').set(cancelled).where('id', '=', placed.paymentId).execute()
    await syncLostCharges(deps)
    expect(await getOrderState(placed)).toBe('complete')
  })
})

describe('Stripe’s webhook', () => {
  const deliver = (body: string, signature: string) =>
    api.post('/api/v1/webhooks/stripe', body, { 'stripe-signature': signature })

  test('three deliveries in any order, also before the response: each event is stored once, and the order is paid once', async () => {
    double.route = routeTo(api.base, 'wild', createRandom(11))
    double.hurries = 0.5
    const before = (await listEvents()).length
    const all = await Promise.all(Array.from({ length: 8 }, () => placeOrder()))
    await Promise.all(all.map((placed, index) => pay(placed, index % 2 ? 'good' : 'declined')))
    await runJobs()
    // Each payment has a creation event, then charge and success, or failure.
    expect((await listEvents()).length - before).toBe(4 * 3 + 4 * 2)
    for (const [index, placed] of all.entries())
      expect(await getOrderState(placed)).toBe(index % 2 ? 'complete' : 'open')
    const payments = await world.db
      .selectFrom('payment')
      .select('state')
      .where(
        'id',
        'in',
        all.map((one) => one.paymentId),
      )
      .execute()
    expect(payments.filter(({ state }) => state === 'complete')).toHaveLength(4)
  })

  test('a delivery that was handled long ago is accepted again without a new poll', async () => {
    double.route = routeTo(api.base, 'plain')
    const placed = await placeOrder()
    await pay(placed, 'good')
    await runJobs()
    expect(await getOrderState(placed)).toBe('complete')
    expect((await listEvents()).filter(({ handled_at, intent_id }) => !handled_at && intent_id)).toEqual([])

    const succeededEvent = double.books.events.find((event) => event.type === 'payment_intent.succeeded')!
    const body = JSON.stringify(succeededEvent)
    const signer = new Stripe(KEYS.secretKey)
    const signature = signer.webhooks.generateTestHeaderString({ payload: body, secret: KEYS.webhookSecret })
    for (let time = 0; time < 20; time++) expect((await deliver(body, signature)).status).toBe(200)
    const jobs =
      await sql`select from pgboss.job where name = 'provider.event' and data->>'eventId' = ${succeededEvent.id}`.execute(
        world.db,
      )
    expect(jobs.rows).toHaveLength(1)
  })

  test('a delivery with a forged signature is refused and leaves no row', async () => {
    const before = (await listEvents()).length
    const body = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data: { object: {} } })
    for (const signature of ['', 't=1,v1=x', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])
      expect(await deliver(body, signature)).toMatchObject({ status: 400, body: { errorCode: 'SIGNATURE_INVALID' } })
    expect((await listEvents()).length).toBe(before)
  })

  test('does not exist without a secret, nor if Stripe does not take the cards', async () => {
    const stripe = { ...createRigConfig(double), webhookSecret: null }
    for (const gateway of [createStripeGateway(stripe), world.gateway, null]) {
      const other = await startApi(withGateway(deps, gateway))
      expect((await other.post('/api/v1/webhooks/stripe', '{}', { 'stripe-signature': 'x' })).status).toBe(404)
      await other.close()
    }
  })
})
