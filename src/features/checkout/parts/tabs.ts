/**
 * The other tabs of this browser. Each keeps its order to itself, in session storage; so that one person
 * does not pay twice, a tab that is about to place an order asks the others first, and they place in turn.
 */
import type { Surroundings } from '#http/client.ts'
import { checkoutTokenOf, type Enrolment, readEnrolment } from './enrolment.ts'

type Wish = Pick<Enrolment, 'courseCode' | 'email'>
export type OrderElsewhere = Pick<Enrolment, 'step'> & { orderId: string; checkoutToken: string }
/** An unpaid order of the same run under another address: whoever places with its key ends it. */
type KeyElsewhere = Pick<Enrolment, 'clientKey'>
export type Elsewhere = OrderElsewhere | KeyElsewhere
type Message = { ask: string; wish: Wish } | { answers: string; order: Elsewhere }

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

export async function orderElsewhere(wish: Wish): Promise<Elsewhere | null> {
  const channel = new BroadcastChannel(CHANNEL)
  const ask = crypto.randomUUID()
  const heard = Promise.withResolvers<Elsewhere | null>()
  let key: KeyElsewhere | null = null
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('answers' in data) || data.answers !== ask) return
    if ('orderId' in data.order) heard.resolve(data.order)
    else key ??= data.order
  }
  channel.postMessage({ ask, wish } satisfies Message)
  const timer = setTimeout(() => heard.resolve(key), PATIENCE_MS)
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

/** This tab's own order of the same course: itself for the same address, for another its key, while no card was sent. */
function orderFor(wish: Wish, kept: Pick<Surroundings, 'session'>, now: Date): Elsewhere | null {
  const mine = readEnrolment(kept, now)
  const checkoutToken = checkoutTokenOf(kept)
  if (mine?.courseCode !== wish.courseCode || !mine.orderId || !checkoutToken) return null
  const { orderId, step, clientKey } = mine
  if (plain(mine.email) === plain(wish.email)) return { orderId, checkoutToken, step }
  return step === 'details' ? { clientKey } : null
}

const plain = (email: string): string => email.trim().toLowerCase()
