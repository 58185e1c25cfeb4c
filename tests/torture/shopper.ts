/** One person who buys, in one of the ways people do, and keeps every answer that they were given. */
import { randomUUID } from 'node:crypto'
import type { TestCard } from '../providers/gateway-promises.ts'
import type { Random } from '../support/random.ts'
import { type Answer, get, post, untilAnswered } from '../world/buyer.ts'
import { type Basket, type Codes, fill } from './basket.ts'

/** One final answer about an order or a payment, in the order in which they came. */
export type RecordedResponse = {
  call: 'place' | 'verify'
  key: string | null
  status: number
  answer: string | null
  errorCode: string | null
  failureCode: string | null
  orderId: string | null
  paymentId: string | null
}
export type Shopper = {
  email: string
  responses: RecordedResponse[]
  /** The cards sent to the provider. `after`: the number of answers before the card. */
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
    responses: [],
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
  const placeThis = (its: string, more: object = {}, token: string | null = null) =>
    placeOrder(shop.url, shopper, { ...basket, body: { ...body, ...more } }, its, token)
  // One in ten presses twice.
  const placed = random.chance(0.1) ? (await Promise.all([placeThis(key), placeThis(key)]))[0]! : await placeThis(key)
  if (placed.status !== 200) return { ...shopper, end: 'refused' }
  if (placed.body.status === 'complete') return { ...shopper, end: 'complete' }
  // One in twenty goes away, and never comes back.
  if (random.chance(0.05)) return { ...shopper, end: 'left' }

  const { orderId, checkoutToken } = placed.body.data as { orderId: string; checkoutToken: string }
  const first = random.chance(0.12) ? random.pick(['declined', 'noFunds', 'asks'] as const) : 'good'
  await payWith(shop, shopper, placed, first)
  let end = await followUp(shop, shopper, orderId, checkoutToken)
  if (end === 'failed' && random.chance(0.7)) {
    const again = await placeThis(randomUUID(), { orderId }, checkoutToken)
    if (again.status === 200) await payWith(shop, shopper, again, 'good')
    end = await followUp(shop, shopper, orderId, checkoutToken)
  }
  return { ...shopper, end }
}

async function placeOrder(
  url: string,
  shopper: Shopper,
  { method, attribution: placeOrder, body }: Basket,
  key: string,
  token: string | null,
): Promise<Answer> {
  const headers = { ...placeOrder, 'idempotency-key': key, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await untilAnswered(() => post(url, `/api/v1/sign-up-payment/${method}`, body, headers), PATIENCE_MS)
  shopper.responses.push(toRecordedResponse('place', key, answer))
  return answer
}

async function payWith(shop: Shop, shopper: Shopper, placed: Answer, card: TestCard): Promise<void> {
  const { clientSecret, paymentId } = placed.body.data as { clientSecret: string; paymentId: string }
  shopper.sentCards.push({ paymentId, card, after: shopper.responses.length })
  await shop.pay(clientSecret, card)
  if (card === 'asks') await shop.answer(clientSecret, shop.random.chance(0.8) ? 'accept' : 'refuse')
}

/** Asks until it is decided, as the page does. */
async function followUp(shop: Shop, shopper: Shopper, orderId: string, token: string): Promise<Shopper['end']> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const verdict = await untilAnswered(
      () => get(shop.url, `/api/v1/verify-payment?orderId=${orderId}`, { authorization: `Bearer ${token}` }),
      PATIENCE_MS,
    )
    shopper.responses.push(toRecordedResponse('verify', null, verdict))
    if (verdict.body.status === 'complete' || verdict.body.status === 'failed') return verdict.body.status
    await pause(300 + 400 * shop.random.next())
  }
  return 'unknown'
}

function toRecordedResponse(
  call: RecordedResponse['call'],
  key: string | null,
  { status, body }: Answer,
): RecordedResponse {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    call,
    key,
    status,
    answer: status === 200 ? text(body.status) : null,
    errorCode: text(body.errorCode),
    failureCode: text(body.data?.failureCode),
    orderId: text(body.data?.orderId),
    paymentId: text(body.data?.paymentId),
  }
}
