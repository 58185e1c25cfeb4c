import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serveDouble } from '../../../../tests/providers/double.ts'
import { createDoubleConfig, type PaypalDouble, startPaypal } from '../../../../tests/providers/paypal/paypal.ts'
import { createPaypalClient, type PaypalClient } from './client.ts'

let double: PaypalDouble
let client: PaypalClient
beforeAll(async () => {
  double = await startPaypal()
})
beforeEach(() => {
  client = createPaypalClient(createDoubleConfig(double))
  double.requests.length = 0
  double.next.length = 0
})
afterAll(() => double.close())

const LIST = '/v1/customer/disputes?page_size=1'
const List = z.object({ links: z.array(z.unknown()) })
const countTokens = () => double.requests.filter(({ path }) => path === '/v1/oauth2/token').length
const body = {
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value: '1.00' }, custom_id: 'x', invoice_id: 'x' }],
  payment_source: { paypal: { experience_context: { return_url: 'https://a.test', cancel_url: 'https://a.test' } } },
}

describe('the access token', () => {
  test('is requested once for many simultaneous calls', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => client.get(LIST, List)))
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(countTokens()).toBe(1)
  })

  test('is requested again when PayPal does not know it any more, and the call is repeated', async () => {
    await client.get(LIST, List)
    double.endTokens()
    const all = await Promise.all([client.get(LIST, List), client.get(LIST, List)])
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(countTokens()).toBe(2)
  })

  test('with a wrong secret is an error that names the settings and not the secret', async () => {
    const other = createPaypalClient({ ...createDoubleConfig(double), clientSecret: 'another-secret' })
    const error = await other.get(LIST, List).catch((fault: Error) => fault)
    expect(String(error)).toContain('PAYPAL_CLIENT_SECRET')
    expect(JSON.stringify(error) + String(error)).not.toContain('another-secret')
  })
})

describe('a call', () => {
  test('that reads is repeated once after a failure or a broken connection', async () => {
    await client.get(LIST, List)
    for (const fault of ['before', 'reset', 'truncate'] as const) {
      double.next.push(fault)
      expect(await client.get(LIST, List)).toMatchObject({ ok: true })
    }
  })

  test.each(['before', 'after', 'reset', 'truncate'] as const)(
    '%s: one that writes is not repeated, its outcome is unknown, and the same key has one effect',
    async (fault) => {
      await client.get(LIST, List)
      const request = { key: `order ${fault}`, body }
      const before = double.books.orders.size
      double.requests.length = 0
      double.next.push(fault)
      await expect(client.post('/v2/checkout/orders', z.object({ id: z.string() }), request)).rejects.toThrow()
      expect(double.requests).toHaveLength(1)
      await client.post('/v2/checkout/orders', z.object({ id: z.string() }), request)
      expect(double.books.orders.size).toBe(before + 1)
    },
  )

  test('that PayPal refuses has PayPal’s codes', async () => {
    expect(await client.get('/v2/checkout/orders/UNKNOWN', z.object({}))).toEqual({
      ok: false,
      refusal: { status: 404, issues: ['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'] },
    })
  })

  test('that is redirected takes the token nowhere', async () => {
    const stranger = await serveDouble(({ path }) =>
      path === '/v1/oauth2/token' ? { json: TOKEN } : { to: 'https://elsewhere.test/' },
    )
    await expect(at(stranger.url).get(LIST, List)).rejects.toThrow()
    await stranger.close()
  })
})

const TOKEN = { access_token: 'a', token_type: 'Bearer', expires_in: 300 }
const at = (url: string) => createPaypalClient(createDoubleConfig({ url }))

test.each([
  ['a page of a machine in between', { message: 'Not found' }, 404],
  ['a refusal of nobody', {}, 422],
  ['another kind of object', { object: 'list' }, 200],
  ['a request to come later', { name: 'RATE_LIMIT_REACHED' }, 429],
  ['a request that still runs', { name: 'RESOURCE_CONFLICT' }, 409],
  ['nothing', null, 200],
])('an answer that is %s is a fault, never a refusal', async (_what, json, status) => {
  const stranger = await serveDouble(({ path }) => (path === '/v1/oauth2/token' ? { json: TOKEN } : { json, status }))
  await expect(at(stranger.url).get(LIST, List)).rejects.toThrow('PayPal')
  await expect(at(stranger.url).post('/v2/checkout/orders', List, { key: 'k', body: {} })).rejects.toThrow('PayPal')
  await stranger.close()
})
