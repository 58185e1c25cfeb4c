import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#features/checkout/audit.ts'
import { checkoutJobs } from '#features/checkout/jobs.ts'
import { findLostCharges, reconcile } from '#features/checkout/reconcile.ts'
import type { Deps } from '#http/deps.ts'
import { withDeadline } from '#platform/payments/gateway.ts'
import { openStripe } from '#platform/payments/stripe.ts'
import { type Api, openApi } from '../../tests/api.ts'
import { configOf, confirm, METHODS } from '../../tests/providers/rigs.ts'
import { KEYS, routeTo, type StripeDouble, startStripe } from '../../tests/providers/stripe/stripe.ts'
import { openRandom } from '../../tests/random.ts'
import { checkoutBody, givenCourse } from '../../tests/selling.ts'
import { openWorld, type World } from '../../tests/world.ts'

let world: World
let deps: Deps
let api: Api
let double: StripeDouble
beforeAll(async () => {
  ;[world, double] = await Promise.all([openWorld(20), startStripe(7)])
  const stripe = configOf(double)
  deps = { ...world, config: { ...world.config, stripe }, gateway: withDeadline(openStripe(stripe)) }
  api = await openApi(deps)
  await checkoutJobs(deps)
})
afterEach(async () => {
  await double.post.rest()
  Object.assign(double, { route: null, next: [], hurries: 0 })
})
afterAll(async () => {
  const violations = (await audit(deps)).filter((answer) => answer.violations.length > 0)
  await api.close()
  await double.close()
  await world.close()
  expect(violations).toEqual([])
})

type Placed = { orderId: string; paymentId: string; checkoutToken: string; clientSecret: string; provider: string }

async function place(courseCode?: string): Promise<Placed> {
  const body = await checkoutBody(deps, courseCode ?? (await givenCourse(world)))
  const answer = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const pay = ({ clientSecret }: Placed, card: keyof typeof METHODS) =>
  confirm(double.url, KEYS.publishableKey, clientSecret, METHODS[card])
const verify = async ({ orderId, checkoutToken }: Placed) =>
  (await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
const stateOf = async ({ orderId }: Placed) =>
  (await world.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state
const events = () => world.db.selectFrom('provider_event').selectAll().execute()

describe('a checkout by Stripe', () => {
  test('goes from the button to the place, as the sandbox’s does', async () => {
    const placed = await place()
    expect(placed).toMatchObject({ provider: 'stripe', clientSecret: expect.stringMatching(/^pi_\w+_secret_/) })
    expect(await verify(placed)).toMatchObject({ status: 'pending' })
    await pay(placed, 'good')
    expect(await verify(placed)).toMatchObject({
      status: 'complete',
      data: { amountPaid: { amount: '399.00', currency: 'USD' } },
    })
  })

  test('a declined card says why, and the same order takes another', async () => {
    const placed = await place()
    await pay(placed, 'noFunds')
    expect(await verify(placed)).toMatchObject({ status: 'failed', data: { failureCode: 'insufficient_funds' } })
    await pay(placed, 'good')
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
  })

  test('whose payment was opened although the answer was lost leaves one payment that can be paid, and one seat', async () => {
    const body = await checkoutBody(deps, await givenCourse(world, { seats: 1 }))
    const key = randomUUID()
    const send = () => api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': key })
    double.next = ['truncate']
    expect((await send()).status).toBe(500)
    const [lost] = [...double.books.intents.values()].slice(-1)
    const placed: Placed = (await send()).body.data
    expect(lost).toMatchObject({ status: 'canceled', charge: null })
    await pay(placed, 'good')
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
  })

  test('that nobody asks about any more is completed by the webhook alone', async () => {
    double.route = routeTo(api.base, 'plain')
    const placed = await place()
    await pay(placed, 'good')
    await expect.poll(() => stateOf(placed), { timeout: 20_000 }).toBe('complete')
  })

  test('whose news is lost is completed by asking', async () => {
    const placed = await place()
    await pay(placed, 'good')
    await reconcile(deps, 0)
    expect(await stateOf(placed)).toBe('complete')
  })

  test('nothing that the browser passes on is believed: who was sent back with good news has not paid by that', async () => {
    const placed = await place()
    const passed = `payment_intent=pi_1&redirect_status=succeeded&token=x&PayerID=y&vt=${placed.checkoutToken}`
    const answer = await api.call(`/api/v1/verify-payment?orderId=${placed.orderId}&${passed}`)
    expect(answer.body).toMatchObject({ status: 'pending', data: { enrolmentIds: [] } })
    expect(await stateOf(placed)).toBe('open')
  })

  test('that was charged though it was called dead is found, and seated or paid back', async () => {
    const placed = await place()
    await pay(placed, 'good')
    const dead = { state: 'cancelled' as const }
    await world.db.updateTable('payment').set(dead).where('id', '=', placed.paymentId).execute()
    await findLostCharges(deps)
    expect(await stateOf(placed)).toBe('complete')
  })
})

describe('Stripe’s webhook', () => {
  const deliver = (body: string, signature: string) =>
    api.post('/api/v1/webhooks/stripe', body, { 'stripe-signature': signature })

  test('three times, in any order and before its own answer: each event is stored once, and the order is paid once', async () => {
    double.route = routeTo(api.base, 'wild', openRandom(11))
    double.hurries = 0.5
    const before = (await events()).length
    const all = await Promise.all(Array.from({ length: 8 }, () => place()))
    await Promise.all(all.map((placed, index) => pay(placed, index % 2 ? 'good' : 'declined')))
    await double.post.rest()
    // Each is told of its opening; then of its charge and its success, or of its failure.
    expect((await events()).length - before).toBe(4 * 3 + 4 * 2)
    for (const [index, placed] of all.entries())
      await expect.poll(() => stateOf(placed), { timeout: 20_000 }).toBe(index % 2 ? 'complete' : 'open')
    const kept = await world.db
      .selectFrom('payment')
      .select('state')
      .where(
        'id',
        'in',
        all.map((one) => one.paymentId),
      )
      .execute()
    expect(kept.filter(({ state }) => state === 'complete')).toHaveLength(4)
  })

  test('that was heard long ago is taken again with a nod, and nobody is asked about it', async () => {
    double.route = routeTo(api.base, 'plain')
    const placed = await place()
    await pay(placed, 'good')
    await double.post.rest()
    await expect.poll(() => stateOf(placed), { timeout: 20_000 }).toBe('complete')
    const isWaiting = async () => (await events()).some(({ handled_at, intent_id }) => !handled_at && intent_id)
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(false)

    const mine = double.books.events.find((event) => event.type === 'payment_intent.succeeded')!
    const body = JSON.stringify(mine)
    const signer = new Stripe(KEYS.secretKey)
    const signature = signer.webhooks.generateTestHeaderString({ payload: body, secret: KEYS.webhookSecret })
    for (let time = 0; time < 20; time++) expect((await deliver(body, signature)).status).toBe(200)
    const jobs =
      await sql`select from pgboss.job where name = 'provider.event' and data->>'eventId' = ${mine.id}`.execute(
        world.db,
      )
    expect(jobs.rows).toHaveLength(1)
  })

  test('with a signature that is not Stripe’s is refused, and leaves no row', async () => {
    const before = (await events()).length
    const body = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data: { object: {} } })
    for (const signature of ['', 't=1,v1=x', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])
      expect(await deliver(body, signature)).toMatchObject({ status: 400, body: { errorCode: 'SIGNATURE_INVALID' } })
    expect((await events()).length).toBe(before)
  })

  test('is not there without a secret, nor where Stripe does not take the cards', async () => {
    const stripe = { ...configOf(double), webhookSecret: null }
    for (const gateway of [openStripe(stripe), world.gateway, null]) {
      const other = await openApi({ ...deps, gateway })
      expect((await other.post('/api/v1/webhooks/stripe', '{}', { 'stripe-signature': 'x' })).status).toBe(404)
      await other.close()
    }
  })
})
