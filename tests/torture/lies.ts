/** Q7: every answer that anybody was given, held against how things stand in the end. */
import type { Heard, Shopper } from './shopper.ts'

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
  const orderOf = (orderId: string | null) => mine.find((order) => order.orderId === orderId)
  const said = (heard: Heard, why: string) =>
    `${shopper.email} was told ${heard.told ?? heard.errorCode} (${heard.call}), but ${why}`
  const lies: string[] = []

  for (const [at, heard] of shopper.heard.entries()) {
    const order = orderOf(heard.orderId)
    if (heard.orderId && !order) lies.push(said(heard, 'there is no such order of theirs'))
    if (!order) continue
    const payment = order.payments.find(({ paymentId }) => paymentId === heard.paymentId)
    if (heard.told === 'complete' && (order.state !== 'complete' || order.enrolments !== order.seats))
      lies.push(said(heard, `the order is ${order.state} with ${order.enrolments} enrolments`))
    if (heard.told === 'failed') {
      const triedAgain = shopper.sentCards.some(({ after }) => after > at)
      const isReturned = heard.failureCode?.endsWith('_REFUNDED')
      if (isReturned && payment?.state !== 'returned') lies.push(said(heard, `the payment is ${payment?.state}`))
      if (!triedAgain && order.payments.some(({ state }) => state === 'complete'))
        lies.push(said(heard, 'the money was kept'))
    }
    const before = shopper.heard
      .slice(0, at)
      .find((other) => other.orderId === heard.orderId && other.told === 'complete')
    if (before && heard.call === 'verify' && heard.told !== 'complete') lies.push(said(heard, 'it had been complete'))
  }
  for (const [key, answers] of Map.groupBy(shopper.heard.filter(isAnswerToPlacing), (one) => one.key)) {
    // A guest's refusal is not stored: a repeat may be accepted. From then on the answer stays the same.
    const accepted = answers.findIndex(({ status }) => status === 200)
    const orders = new Set(answers.slice(Math.max(0, accepted)).map(({ status, orderId }) => `${status} ${orderId}`))
    if (accepted >= 0 && orders.size > 1)
      lies.push(`${shopper.email} was answered differently for one key ${key}: ${[...orders]}`)
  }
  const placed = shopper.heard.some(({ call, status }) => call === 'place' && status === 200)
  if (!placed && mine.some(({ payments }) => payments.some(({ state }) => ['complete', 'returning'].includes(state))))
    lies.push(`${shopper.email} was refused, but money of theirs was kept`)
  return lies
}

/** Silence and failures of ours promise nothing. */
const isAnswerToPlacing = ({ call, status }: Heard) => call === 'place' && status > 0 && status < 500
