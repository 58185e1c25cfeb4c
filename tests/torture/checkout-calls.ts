/** The calls with which a shopper buys, and the record of every answer. */

import type { Random } from '../support/random.ts'
import { type Answer, get, post, untilAnswered } from '../world/buyer.ts'
import type { Basket, Codes, Member } from './basket.ts'
import { pause } from './installation.ts'
import type { Payer } from './rigs.ts'

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
  /** The cards, and the approvals at PayPal. `after`: the number of answers before. */
  sentCards: { paymentId: string; card: string; after: number }[]
  end: 'complete' | 'failed' | 'refused' | 'left' | 'unknown'
}

export type Shop = {
  url: string
  courseCode: string
  codes: Codes
  random: Random
  payer: Payer
  /** People with an account and credit. Each buys once. */
  members: Member[]
  /** Lets the time of a hold pass, and waits until its order has ended. */
  endHold(orderId: string): Promise<void>
}

export const PATIENCE_MS = 300_000

export type Placed = {
  orderId: string
  paymentId: string
  checkoutToken: string
  clientSecret?: string
  paypalOrderId?: string
}
export const toPlaced = ({ body }: Answer): Placed => body.data as Placed

/** The same body and key again until there is an answer. */
export async function placeOrder(
  url: string,
  shopper: Shopper,
  { method, attribution, body }: Basket,
  key: string,
  token: string | null,
): Promise<Answer> {
  const headers = { ...attribution, 'idempotency-key': key, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await untilAnswered(() => post(url, `/api/v1/sign-up-payment/${method}`, body, headers), PATIENCE_MS)
  shopper.responses.push(toRecordedResponse('place', key, answer))
  return answer
}

/** Continues an order, or pays it another way. */
export async function payAgain(
  url: string,
  shopper: Shopper,
  { orderId, checkoutToken }: Placed,
  paymentMethod: 'card' | 'paypal',
): Promise<Answer> {
  const key = crypto.randomUUID()
  const headers = { 'idempotency-key': key, authorization: `Bearer ${checkoutToken}` }
  const answer = await untilAnswered(
    () => post(url, `/api/v1/orders/${orderId}/pay`, { paymentMethod }, headers),
    PATIENCE_MS,
  )
  shopper.responses.push(toRecordedResponse('place', key, answer))
  return answer
}

/** Asks until it is decided, as the page does. */
export async function followUp(
  url: string,
  shopper: Shopper,
  { orderId, checkoutToken }: Placed,
  random: Random,
): Promise<Shopper['end']> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const verdict = await untilAnswered(
      () => get(url, `/api/v1/verify-payment?orderId=${orderId}`, { authorization: `Bearer ${checkoutToken}` }),
      PATIENCE_MS,
    )
    shopper.responses.push(toRecordedResponse('verify', null, verdict))
    if (verdict.body.status === 'complete' || verdict.body.status === 'failed') return verdict.body.status
    await pause(300 + 400 * random.next())
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
