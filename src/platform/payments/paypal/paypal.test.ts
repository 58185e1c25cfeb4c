import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { approvalPromises } from '../../../../tests/providers/approval-promises.ts'
import { serveDouble } from '../../../../tests/providers/double.ts'
import { createJudge, findSpecifications, type Judge } from '../../../../tests/providers/paypal/judge.ts'
import { createDoubleConfig, type PaypalDouble, startPaypal } from '../../../../tests/providers/paypal/paypal.ts'
import { getTestConfig, paypalAt, paypalRig } from '../../../../tests/providers/paypal/rigs.ts'
import { withDeadline } from '../with-deadline.ts'

let double: PaypalDouble
let rig: ReturnType<typeof paypalRig>
beforeAll(async () => {
  double = await startPaypal()
  rig = paypalRig(double)
})
beforeEach(() => {
  double.requests.length = 0
  double.next.length = 0
  Object.assign(double.books, { failRefunds: false, largestPage: 100 })
})
afterAll(() => double.close())

approvalPromises('PayPal’s double', () => rig)

const UNIT = { amount: { currency_code: 'USD', value: '1.00' } }
const PRICE = money(39_900, 'USD')
const ORDER_URL = 'http://localhost:3000/order/x'
const order = () => {
  const reference = randomUUID()
  return { key: `payment:${reference}`, amount: PRICE, reference, returnUrl: ORDER_URL, cancelUrl: ORDER_URL }
}
type Ordered = ReturnType<typeof order> & { intentId: string }
const approved = async (): Promise<Ordered> => {
  const input = order()
  const { intentId } = await rig.gateway.createIntent(input)
  double.books.approve(intentId, 'balance')
  return { ...input, intentId }
}
const capture = ({ intentId, amount, reference }: Ordered, number = 1) =>
  rig.gateway.capture({ key: `capture:${reference}:${number}`, intentId, amount, reference })
const charged = async (): Promise<Ordered> => {
  const input = await approved()
  await capture(input)
  return input
}
const refund = (intentId: string) => ({ key: `refund:${randomUUID()}`, intentId, amount: PRICE })
const FAULTS = ['before', 'after', 'reset', 'truncate'] as const
const since = () => new Date(Date.now() - 60_000)

describe('a PayPal in trouble', () => {
  test.each(FAULTS)('%s: a capture charges once, and its repeat reports it', async (fault) => {
    const input = await approved()
    await rig.gateway.getIntent(input.intentId)
    // The first request only reads the order.
    double.next.push(...([undefined, fault] as (typeof fault)[]))
    await capture(input).catch(() => null)
    double.next.length = 0
    expect(await capture(input)).toMatchObject({ status: 'succeeded', amount: PRICE })
    expect(await capture(input, 2)).toMatchObject({ status: 'succeeded', amount: PRICE })
  })

  test.each(FAULTS)('%s: a refund is made once', async (fault) => {
    const { intentId } = await charged()
    const input = refund(intentId)
    double.next.push(...([undefined, fault] as (typeof fault)[]))
    await rig.gateway.refund(input).catch(() => null)
    double.next.length = 0
    const { refundId } = await rig.gateway.refund(input)
    expect((await rig.gateway.listRefunds({ intentId })).map((one) => one.refundId)).toEqual([refundId])
  })

  test('that forgot its keys is not asked for a refund again', async () => {
    const { intentId } = await charged()
    const input = refund(intentId)
    const first = await rig.gateway.refund(input)
    double.requests.length = 0
    expect(await rig.gateway.refund(input)).toEqual(first)
    expect(double.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test('that failed to refund is called again with another key', async () => {
    const { intentId } = await charged()
    const input = refund(intentId)
    double.books.failRefunds = true
    await expect(rig.gateway.refund(input)).rejects.toThrow('not accepted')
    double.books.failRefunds = false
    await rig.gateway.refund(input)
    expect((await rig.gateway.listRefunds({ intentId })).map(({ hasFailed }) => hasFailed)).toEqual([true, false])
  })

  test('that hangs is given up at the deadline', async () => {
    double.next.push('hang')
    const gateway = withDeadline(paypalAt(createDoubleConfig(double)), 100)
    await expect(gateway.createIntent(order())).rejects.toThrow('in time')
  })
})

test('a refund of PayPal’s own pages has no key of ours, and its failure is a fact', async () => {
  const { intentId } = await charged()
  const refundId = double.books.refundAtDashboard(intentId, 5_000)
  const listed = { refundId, intentId, key: null, amount: money(5_000, 'USD'), hasFailed: false }
  expect(await rig.gateway.listRefunds({ since: since() })).toContainEqual({ ...listed, at: expect.any(Date) })
  double.books.failRefund(refundId)
  expect(await rig.gateway.listRefunds({ intentId })).toMatchObject([{ ...listed, hasFailed: true }])
})

test('a transfer that the bank refuses days later ends the payment', async () => {
  const input = await approved()
  double.books.approve(input.intentId, 'echeck')
  expect(await capture(input)).toMatchObject({ status: 'processing' })
  double.books.decide(input.intentId, 'DECLINED')
  expect(await rig.gateway.getIntent(input.intentId)).toMatchObject({ status: 'canceled' })
})

test('a captured payment names its payer by a hash, which is the same for each payment of one account', async () => {
  const account = 'QYR5Z8XDVJNXQ'
  const payBy = async (payerId?: string) => {
    const input = await approved()
    double.books.approve(input.intentId, 'balance', payerId)
    return (await capture(input)).payer
  }
  const [first, second, other] = [await payBy(account), await payBy(account), await payBy()]
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(second).toBe(first)
  expect(other).not.toBe(first)
  expect(first).not.toContain(account)
})

test('lists are read to their last page', async () => {
  double.books.largestPage = 5
  const own = await Promise.all(Array.from({ length: 12 }, charged))
  const listed = new Map((await rig.gateway.listCharges(since())).map((charge) => [charge.intentId, charge]))
  expect(own.every(({ intentId, reference }) => listed.get(intentId)?.reference === reference)).toBe(true)
  const disputed = own.slice(0, 6).map(({ intentId }) => double.books.disputes.open(intentId, 'INQUIRY'))
  const disputes = (await rig.gateway.listDisputes({ since: since() })).map(({ disputeId }) => disputeId)
  expect(disputed.every((id) => disputes.includes(id))).toBe(true)
})

describe('an event', () => {
  const deliver = (type: string, resource: object) => {
    const body = JSON.stringify({ id: `WH-${randomUUID()}`, event_type: type, resource })
    return rig.gateway.readEvent!(body, double.sign(body))
  }

  test('of an order, its capture, its refund and its dispute names the order', async () => {
    const { intentId } = await charged()
    double.books.refundAtDashboard(intentId, 100)
    double.books.disputes.open(intentId, 'CHARGEBACK')
    const capture = double.books.orders.get(intentId)?.capture?.id ?? ''
    const own = double.books.events.filter((event) => {
      const text = JSON.stringify(event)
      return text.includes(intentId) || text.includes(capture)
    })
    const types = await Promise.all(
      own.map(async (event) => {
        const body = JSON.stringify(event)
        expect(await rig.gateway.readEvent!(body, double.sign(body))).toMatchObject({ intentId, eventId: event.id })
        return event.event_type
      }),
    )
    expect(types.sort()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'CHECKOUT.ORDER.COMPLETED',
      'CUSTOMER.DISPUTE.CREATED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
    ])
  })

  test('of something else is about none of our payments', async () => {
    for (const type of ['BILLING.PLAN.CREATED', 'CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
      expect(await deliver(type, { text: 'x' })).toMatchObject({ type, intentId: null })
    const unknown = { disputed_transactions: [{ seller_transaction_id: 'UNKNOWN1' }] }
    expect(await deliver('CUSTOMER.DISPUTE.CREATED', unknown)).toMatchObject({ intentId: null })
  })

  test('whose order PayPal cannot name now is an error, so that PayPal delivers it again', async () => {
    double.next.push('before', 'before')
    const unknown = { disputed_transactions: [{ seller_transaction_id: 'UNKNOWN1' }] }
    await expect(deliver('CUSTOMER.DISPUTE.CREATED', unknown)).rejects.toThrow('PayPal')
  })
})

test.each([
  ['a status that is not known', { status: 'PERHAPS' }],
  ['an amount of too many decimals', { purchase_units: [{ amount: { currency_code: 'USD', value: '1.001' } }] }],
  ['a completed order without a capture', { status: 'COMPLETED' }],
  ['two purchase units', { purchase_units: [UNIT, UNIT] }],
  ['none', { purchase_units: [] }],
])('an order of %s is a fault, never a fact', async (_what, change) => {
  const token = { access_token: 'a', token_type: 'Bearer', expires_in: 300 }
  const json = { id: 'ORDER1', status: 'APPROVED', purchase_units: [UNIT], ...change }
  const stranger = await serveDouble(({ path }) => ({ json: path.endsWith('/token') ? token : json }))
  await expect(paypalAt(createDoubleConfig(stranger)).getIntent('ORDER1')).rejects.toThrow()
  await stranger.close()
})

const testConfig = getTestConfig()
describe.skipIf(!testConfig)('PayPal’s own sandbox (needs PAYPAL_TEST_CLIENT_ID)', () => {
  const sandbox = () => paypalAt(testConfig!)

  test('creates one order of the exact amount for one key, and charges nothing before its approval', async () => {
    const input = order()
    const { intentId, approvalUrl } = await sandbox().createIntent(input)
    expect(await sandbox().createIntent(input)).toMatchObject({ intentId, amount: PRICE, status: 'requires_payment' })
    expect(approvalUrl).toMatch(/^https:\/\/www\.sandbox\.paypal\.com\//)
    const capture = { key: `capture:${input.reference}:1`, intentId, amount: PRICE, reference: input.reference }
    expect(await sandbox().capture(capture)).toMatchObject({ status: 'requires_payment', reference: input.reference })
    await expect(sandbox().capture({ ...capture, amount: money(100, 'USD') })).rejects.toThrow('another payment')
    await expect(sandbox().refund(refund(intentId))).rejects.toThrow('charged nothing')
  })

  test('lists charges, refunds and disputes, and does not know a deleted order', async () => {
    expect(await sandbox().listCharges(since())).toEqual(expect.any(Array))
    expect(await sandbox().listRefunds({ since: since() })).toEqual(expect.any(Array))
    expect(await sandbox().listDisputes({ since: since() })).toEqual(expect.any(Array))
    expect(await sandbox().getIntent('00000000000000000')).toMatchObject({ status: 'canceled', amount: null })
  })
})

const folder = findSpecifications()
describe.skipIf(!folder)('by PayPal’s own specification (needs PROVIDER_SPECS)', () => {
  let judge: Judge
  beforeAll(() => {
    judge = createJudge(folder!)
  })

  test('every request of the gateway and every response of the test double is valid for PayPal', () => {
    const name = (path: string) => path.replace(/\/(?:[A-Z0-9]{17}|PP-D-\w+|UNKNOWN1?|unknown)(?=\/|$)/, '/:id')
    expect([...new Set(double.exchanges.map(({ method, path }) => `${method} ${name(path)}`))].sort()).toEqual([
      'GET /v1/customer/disputes',
      'GET /v1/customer/disputes/:id',
      'GET /v1/notifications/webhooks-events',
      'GET /v2/checkout/orders/:id',
      'GET /v2/payments/captures/:id',
      'POST /v1/oauth2/token',
      'POST /v2/checkout/orders',
      'POST /v2/checkout/orders/:id/capture',
      'POST /v2/payments/captures/:id/refund',
    ])
    expect(double.exchanges.flatMap((exchange) => judge.findFaults(exchange)).slice(0, 5)).toEqual([])
  })

  test('every event of the test double is valid for PayPal', () => {
    expect(double.books.events.length).toBeGreaterThan(50)
    expect(double.books.events.flatMap((event) => judge.findFaultsOfEvent(event)).slice(0, 5)).toEqual([])
  })

  test.each([
    ['an intent that PayPal does not know', { body: { intent: 'STEAL', purchase_units: [UNIT] } }],
    [
      'an amount that is no decimal number',
      { body: { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'USD', value: 'x' } }] } },
    ],
    ['nothing of what is required', { body: {} }],
    ['a key that is too long', { headers: { 'paypal-request-id': 'x'.repeat(109) } }],
    ['an address that PayPal does not have', { path: '/v2/checkout/order' }],
    ['an answer of another kind', { answer: { id: 1, status: 'PERHAPS' } }],
  ])('the judge finds %s', (_what, change) => {
    const good = double.exchanges.find(({ method, path }) => method === 'POST' && path === '/v2/checkout/orders')!
    expect(judge.findFaults(good)).toEqual([])
    expect(judge.findFaults({ ...good, ...change })).not.toEqual([])
  })
})
