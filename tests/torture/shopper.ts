/** One person who buys, in one of the ways people do, and keeps every answer that they were given. */
import { randomUUID } from 'node:crypto'
import { type Answer, get, post, untilAnswered } from '../buyer.ts'
import type { TestCard } from '../providers/gateway-promises.ts'
import type { Random } from '../random.ts'
import { type Basket, type Codes, fill } from './basket.ts'

/** One final answer about an order or a payment, in the order in which they came. */
export type Heard = {
  call: 'place' | 'verify'
  key: string | null
  status: number
  told: string | null
  errorCode: string | null
  failureCode: string | null
  orderId: string | null
  paymentId: string | null
}
export type Shopper = {
  email: string
  heard: Heard[]
  /** What was sent to the provider, in a row with what was heard: the number of answers before it. */
  sentCards: { paymentId: string; card: TestCard; after: number }[]
  end: 'complete' | 'failed' | 'refused' | 'left' | 'unknown'
}

export type Shop = {
  url: string
  courseCode: string
  codes: Codes
  random: Random
  /** Takes the card to the provider, until there is an answer. */
  pay(clientSecret: string, card: TestCard): Promise<void>
  answer(clientSecret: string, word: 'accept' | 'refuse'): Promise<void>
}

const PATIENCE_MS = 120_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function goShopping(shop: Shop): Promise<Shopper> {
  const { random } = shop
  const shopper: Shopper = {
    email: `shopper-${randomUUID()}@understudy.test`,
    heard: [],
    sentCards: [],
    end: 'unknown',
  }
  const basket = await fill(shop, PATIENCE_MS)
  if (!basket) return { ...shopper, end: 'refused' }
  const body = {
    ...basket.body,
    name: 'Demo Shopper',
    email: shopper.email,
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
  }
  const key = randomUUID()
  const place = (its: string, more: object = {}, token: string | null = null) =>
    placeOrder(shop.url, shopper, { ...basket, body: { ...body, ...more } }, its, token)
  // One in ten presses twice.
  const placed = random.chance(0.1) ? (await Promise.all([place(key), place(key)]))[0]! : await place(key)
  if (placed.status !== 200) return { ...shopper, end: 'refused' }
  if (placed.body.status === 'complete') return { ...shopper, end: 'complete' }
  // One in twenty goes away, and never comes back.
  if (random.chance(0.05)) return { ...shopper, end: 'left' }

  const { orderId, checkoutToken } = placed.body.data as { orderId: string; checkoutToken: string }
  const first = random.chance(0.12) ? random.pick(['declined', 'noFunds', 'asks'] as const) : 'good'
  await payWith(shop, shopper, placed, first)
  let end = await followUp(shop, shopper, orderId, checkoutToken)
  if (end === 'failed' && random.chance(0.7)) {
    const again = await place(randomUUID(), { orderId }, checkoutToken)
    if (again.status === 200) await payWith(shop, shopper, again, 'good')
    end = await followUp(shop, shopper, orderId, checkoutToken)
  }
  return { ...shopper, end }
}

async function placeOrder(
  url: string,
  shopper: Shopper,
  { method, place, body }: Basket,
  key: string,
  token: string | null,
): Promise<Answer> {
  const headers = { ...place, 'idempotency-key': key, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await untilAnswered(() => post(url, `/api/v1/sign-up-payment/${method}`, body, headers), PATIENCE_MS)
  shopper.heard.push(heardOf('place', key, answer))
  return answer
}

async function payWith(shop: Shop, shopper: Shopper, placed: Answer, card: TestCard): Promise<void> {
  const { clientSecret, paymentId } = placed.body.data as { clientSecret: string; paymentId: string }
  shopper.sentCards.push({ paymentId, card, after: shopper.heard.length })
  await shop.pay(clientSecret, card)
  if (card === 'asks') await shop.answer(clientSecret, shop.random.chance(0.8) ? 'accept' : 'refuse')
}

/** Asks until it is decided, as the page does. */
async function followUp(shop: Shop, shopper: Shopper, orderId: string, token: string): Promise<Shopper['end']> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const told = await untilAnswered(
      () => get(shop.url, `/api/v1/verify-payment?orderId=${orderId}`, { authorization: `Bearer ${token}` }),
      PATIENCE_MS,
    )
    shopper.heard.push(heardOf('verify', null, told))
    if (told.body.status === 'complete' || told.body.status === 'failed') return told.body.status
    await pause(300 + 400 * shop.random.next())
  }
  return 'unknown'
}

function heardOf(call: Heard['call'], key: string | null, { status, body }: Answer): Heard {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    call,
    key,
    status,
    told: status === 200 ? text(body.status) : null,
    errorCode: text(body.errorCode),
    failureCode: text(body.data?.failureCode),
    orderId: text(body.data?.orderId),
    paymentId: text(body.data?.paymentId),
  }
}
