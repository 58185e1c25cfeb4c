/** Compares every response that a client got with the final state of the database. */
import type { RecordedResponse, Shopper } from './checkout-calls.ts'

/** How one order stands in the end, from the database. */
export type Ended = {
  orderId: string
  email: string
  state: string
  seats: number
  enrolments: number
  payments: { paymentId: string; state: string }[]
}

export function liesTo(shopper: Shopper, all: readonly Ended[]): string[] {
  const mine = all.filter(({ email }) => email === shopper.email)
  const findOrder = (orderId: string | null) => mine.find((order) => order.orderId === orderId)
  const said = (response: RecordedResponse, why: string) =>
    `${shopper.email} was told ${response.answer ?? response.errorCode} (${response.call}), but ${why}`
  const lies: string[] = []

  for (const [at, response] of shopper.responses.entries()) {
    const order = findOrder(response.orderId)
    if (response.orderId && !order) lies.push(said(response, 'there is no such order of theirs'))
    if (!order) continue
    const payment = order.payments.find(({ paymentId }) => paymentId === response.paymentId)
    if (response.answer === 'complete' && (order.state !== 'complete' || order.enrolments !== order.seats))
      lies.push(said(response, `the order is ${order.state} with ${order.enrolments} enrolments`))
    if (response.answer === 'failed') {
      const triedAgain = shopper.sentCards.some(({ after }) => after > at)
      const isReturned = response.failureCode?.endsWith('_REFUNDED')
      if (isReturned && payment?.state !== 'returned') lies.push(said(response, `the payment is ${payment?.state}`))
      if (!triedAgain && order.payments.some(({ state }) => state === 'complete'))
        lies.push(said(response, 'the money was kept'))
    }
    const before = shopper.responses
      .slice(0, at)
      .find((other) => other.orderId === response.orderId && other.answer === 'complete')
    if (before && response.call === 'verify' && response.answer !== 'complete')
      lies.push(said(response, 'it had been complete'))
  }
  for (const [key, answers] of Map.groupBy(shopper.responses.filter(isAnswerToPlacing), (one) => one.key)) {
    // A guest's refusal is not stored: a repeat may be accepted. From then on the answer stays the same.
    const accepted = answers.findIndex(({ status }) => status === 200)
    const orders = new Set(answers.slice(Math.max(0, accepted)).map(({ status, orderId }) => `${status} ${orderId}`))
    if (accepted >= 0 && orders.size > 1)
      lies.push(`${shopper.email} was answered differently for one key ${key}: ${[...orders]}`)
  }
  const placed = shopper.responses.some(({ call, status }) => call === 'place' && status === 200)
  if (
    !placed &&
    mine.some(({ payments }) => payments.some(({ state }) => ['complete', 'refund-pending'].includes(state)))
  )
    lies.push(`${shopper.email} was refused, but money of theirs was kept`)
  return lies
}

/** Silence and failures of ours promise nothing. */
const isAnswerToPlacing = ({ call, status }: RecordedResponse) => call === 'place' && status > 0 && status < 500
