import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalPromises } from '../../../tests/providers/approval-promises.ts'
import { gatewayPromises } from '../../../tests/providers/gateway-promises.ts'
import { doubleRig, sandboxPaypalRig, sandboxRig, TEST_MODE_KEY, testModeRig } from '../../../tests/providers/rigs.ts'
import { createJudge, findSpecification, type Judge } from '../../../tests/providers/stripe/judge.ts'
import { eventObject, intentObject } from '../../../tests/providers/stripe/objects.ts'
import { type StripeDouble, startStripe } from '../../../tests/providers/stripe/stripe.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

let world: World
let double: StripeDouble
beforeAll(async () => {
  ;[world, double] = await Promise.all([createWorld(), startStripe()])
})
afterAll(async () => {
  await double.close()
  await world.close()
})

gatewayPromises('sandbox', () => sandboxRig(world))
approvalPromises('sandbox PayPal', () => sandboxPaypalRig(world))
gatewayPromises('Stripe’s double', () => doubleRig(double))

if (TEST_MODE_KEY) gatewayPromises('Stripe’s test mode', () => testModeRig(TEST_MODE_KEY ?? ''))
else test.skip('Stripe’s own test mode keeps the same promises (needs STRIPE_TEST_SECRET_KEY)')

const file = findSpecification()
describe.skipIf(!file)('by Stripe’s own specification (needs PROVIDER_SPECS)', () => {
  let judge: Judge
  beforeAll(() => {
    judge = createJudge(file!)
  })

  test('every request of the gateway and every response of the test double is valid for Stripe', () => {
    const requested = new Set(
      double.exchanges.map(({ method, path }) => `${method} ${path.replace(/(pi|pm)_\w+/, ':id')}`),
    )
    expect([...requested].sort()).toEqual([
      'GET /v1/charges',
      'GET /v1/events',
      'GET /v1/payment_intents/:id',
      'GET /v1/payment_methods/:id',
      'GET /v1/refunds',
      'POST /v1/customers',
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/:id/cancel',
      'POST /v1/payment_intents/:id/confirm',
      'POST /v1/payment_methods/:id/detach',
      'POST /v1/refunds',
    ])
    expect(double.exchanges.flatMap((exchange) => judge.findFaults(exchange))).toEqual([])
  })

  test('every event of the test double is valid for Stripe', () => {
    const events = [...double.books.intents.values()].map((intent) =>
      eventObject('payment_intent.created', intentObject(intent)),
    )
    expect(events.length).toBeGreaterThan(10)
    expect(events.flatMap((event) => judge.faultsOfEvent(event))).toEqual([])
  })

  test.each([
    ['a parameter that Stripe does not know', { form: 'amount=100&currency=usd&colour=red' }],
    ['an amount that is not a whole number', { form: 'amount=49.5&currency=usd' }],
    ['a value that is not in its list', { form: 'amount=100&currency=usd&capture_method=perhaps' }],
    ['nothing of what is required', { form: '' }],
    ['an address that Stripe does not have', { path: '/v1/payment_intent' }],
    ['an answer without its status', { answer: { id: 'pi_1', object: 'payment_intent' } }],
    ['an error as no error of Stripe’s is', { status: 404, answer: { message: 'gone' } }],
  ])('the judge finds %s', (_what, change) => {
    const good = double.exchanges.find(({ method, path }) => method === 'POST' && path === '/v1/payment_intents')!
    expect(judge.findFaults(good)).toEqual([])
    expect(judge.findFaults({ ...good, ...change })).not.toEqual([])
  })
})
