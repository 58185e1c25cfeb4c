/**
 * The other tabs of this browser. Each keeps its order to itself, in session storage; so that one person
 * does not pay twice, a tab that is about to place an order asks the others first, and they place in turn.
 */
import type { Surroundings } from '#http/client.ts'
import { checkoutTokenOf, type Enrolment, readEnrolment } from './enrolment.ts'

type Wish = Pick<Enrolment, 'courseCode' | 'email'>
export type OrderElsewhere = Pick<Enrolment, 'step'> & { orderId: string; checkoutToken: string }
type Message = { ask: string; wish: Wish } | { answers: string; order: OrderElsewhere }

const CHANNEL = 'checkout'
/** A tab in the background answers within a few milliseconds; one that is frozen never does. */
const PATIENCE_MS = 250

/** Answers the other tabs for as long as this one shows a checkout or an order; ends by calling what it gives back. */
export function answerOtherTabs(kept: Pick<Surroundings, 'session'>, now: () => Date): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('ask' in data)) return
    const order = orderFor(data.wish, kept, now())
    if (order) channel.postMessage({ answers: data.ask, order } satisfies Message)
  }
  return () => channel.close()
}

export async function orderElsewhere(wish: Wish): Promise<OrderElsewhere | null> {
  const channel = new BroadcastChannel(CHANNEL)
  const ask = crypto.randomUUID()
  const heard = Promise.withResolvers<OrderElsewhere | null>()
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('answers' in data && data.answers === ask) heard.resolve(data.order)
  }
  channel.postMessage({ ask, wish } satisfies Message)
  const timer = setTimeout(() => heard.resolve(null), PATIENCE_MS)
  return heard.promise.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

/** One tab at a time for a course; at once where the browser has no locks. */
export async function inTurn<Value>(courseCode: string, work: () => Promise<Value>): Promise<Awaited<Value>> {
  if (!('locks' in navigator)) return await work()
  return navigator.locks.request(`checkout ${courseCode}`, work)
}

/** This tab's own order, where it is for the same course and the same address. */
function orderFor(wish: Wish, kept: Pick<Surroundings, 'session'>, now: Date): OrderElsewhere | null {
  const mine = readEnrolment(kept, now)
  const checkoutToken = checkoutTokenOf(kept)
  const isSame = mine?.courseCode === wish.courseCode && plain(mine.email) === plain(wish.email)
  return isSame && mine.orderId && checkoutToken ? { orderId: mine.orderId, checkoutToken, step: mine.step } : null
}

const plain = (email: string): string => email.trim().toLowerCase()
