/** One process, and more visitors than it can serve: what still has to go on, goes on. */
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { type Answer, buy, get, post } from '../../world/buyer.ts'
import type { RunningServer } from '../../world/server.ts'

test.override('serverSettings', { OVERLOAD_DELAY_MS: '250' })

const CLIENTS = 40
const PURCHASES = 3
/** Invoices of that many orders are asked for, so that no limit of one order ends the load. */
const ORDERS = 4
const PATIENCE_MS = 60_000

type Seen = { what: 'invoice' | 'search'; status: number; retryAfter: string | null }

/** An order that is paid, and the token that its invoice is asked for with. */
async function paidOrder(server: RunningServer): Promise<{ orderId: string; token: string }> {
  const options = await post(server.url, '/api/v1/sign-up-payment-options', { courseCode: 'MCOM' })
  const placed = await post(
    server.url,
    '/api/v1/sign-up-payment/card',
    {
      courseCode: 'MCOM',
      quoteId: options.body.data?.quoteId,
      paymentType: 'full',
      name: 'Demo Buyer',
      email: `load-${crypto.randomUUID()}@understudy.test`,
      timezoneId: 'Asia/Manila',
      consent: { terms: true },
    },
    { 'idempotency-key': crypto.randomUUID() },
  )
  const { orderId, checkoutToken, clientSecret } = placed.body.data as Record<string, string>
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
  await post(server.url, '/sandbox/v1/confirm', { clientSecret, ...card })
  const readCounts = () =>
    get(server.url, `/api/v1/verify-payment?orderId=${orderId}`, { authorization: `Bearer ${checkoutToken}` })
  await expect.poll(async () => (await readCounts()).body.status).toBe('complete')
  return { orderId: orderId!, token: checkoutToken! }
}

test(`quotes, orders and payments go on while ${CLIENTS} clients ask for invoices and search pages`, async ({
  server,
}) => {
  const orders: Awaited<ReturnType<typeof paidOrder>>[] = []
  for (let count = 0; count < ORDERS; count++) orders.push(await paidOrder(server))
  await (await fetch(`${server.url}/nina-reyes`)).text()

  const seen: Seen[] = []
  let isOver = false
  const client = async (number: number) => {
    for (let turn = 0; !isOver; turn++) {
      const what = (number + turn) % 4 === 0 ? 'invoice' : 'search'
      const { orderId, token } = orders[number % ORDERS]!
      const path = what === 'invoice' ? `/api/v1/orders/${orderId}/invoice` : `/?q=${number}-${turn}&when=90`
      const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      seen.push({ what, status: answer.status, retryAfter: answer.headers.get('retry-after') })
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
  await expect.poll(() => seen.length).toBeGreaterThan(CLIENTS)

  const late: number[] = []
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const result = await work()
    late.push(performance.now() - began)
    return result
  }
  const durations: number[] = []
  const quotes: Answer[] = []
  const bought: string[] = []
  for (let count = 0; count < PURCHASES; count++) {
    for (const path of ['/nina-reyes', '/livez']) durations.push((await timed(() => fetch(server.url + path))).status)
    quotes.push(await timed(() => post(server.url, '/api/v1/sign-up-payment-options', { courseCode: 'NG' })))
    bought.push((await buy(server.url, 'MCOM')).outcome)
  }
  isOver = true
  await Promise.all(clients)

  expect(durations).toEqual(Array(2 * PURCHASES).fill(200))
  expect(quotes.map(({ status }) => status)).toEqual(Array(PURCHASES).fill(200))
  expect(bought).toEqual(Array(PURCHASES).fill('complete'))
  expect(Math.max(...late)).toBeLessThan(PATIENCE_MS)
  const refused = seen.filter(({ status }) => status === 503)
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(new Set(seen.map(({ status }) => status)).isSubsetOf(new Set([200, 429, 503]))).toBe(true)
})
