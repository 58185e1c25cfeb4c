/**
 * The other tabs of this browser. Each keeps its order to itself, in session storage; so that one person
 * does not pay twice, a tab that is about to place an order asks the others first, and they place in turn.
 */
import type { ClientEnvironment } from '#http/client.ts'
import { checkoutTokenOf, type Enrolment, readEnrolment } from './enrolment.ts'

type Wish = Pick<Enrolment, 'courseCode' | 'email'>
export type OrderElsewhere = Pick<Enrolment, 'step'> & { orderId: string; checkoutToken: string }
/** An unpaid order of the same cohort under another address: whoever places with its key ends it. */
type KeyElsewhere = Pick<Enrolment, 'clientKey'>
export type Elsewhere = OrderElsewhere | KeyElsewhere
type Message = { ask: string; wish: Wish } | { answers: string; tab: string; order: Elsewhere | null }

const CHANNEL = 'checkout'
/** What every tab that answers holds a lock of, followed by a name of its own. */
const TAB = 'checkout tab '
/** For a tab that is known to be there: on a busy machine it takes its time, and one that is frozen never answers. */
const PATIENCE_MS = 2000
/** Where the browser has no locks, nobody knows who is there. */
const GUESSED_PATIENCE_MS = 250

/** Answers the other tabs; ends by calling what it gives back. */
export function answerOtherTabs(kept: Pick<ClientEnvironment, 'session'>, now: () => Date): () => void {
  const tab = TAB + crypto.randomUUID()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('ask' in data)) return
    const order = orderFor(data.wish, kept, now())
    channel.postMessage({ answers: data.ask, tab, order } satisfies Message)
  }
  const left = Promise.withResolvers<void>()
  if ('locks' in navigator) void navigator.locks.request(tab, () => left.promise)
  return () => {
    left.resolve()
    channel.close()
  }
}

/** For a page. When the next one takes over, it may have been asked already, and whoever asked waits for its answer. */
export function answerWhileShown(): () => void {
  const stop = answerOtherTabs({ session: sessionStorage }, () => new Date())
  return () => void setTimeout(stop, PATIENCE_MS)
}

/** Null once every tab that is there has said that it has none. */
export async function orderElsewhere(wish: Wish): Promise<Elsewhere | null> {
  const silent = await tabsThere()
  if (silent?.size === 0) return null
  const channel = new BroadcastChannel(CHANNEL)
  const ask = crypto.randomUUID()
  const heard = Promise.withResolvers<Elsewhere | null>()
  let key: KeyElsewhere | null = null
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('answers' in data) || data.answers !== ask) return
    if (data.order && 'orderId' in data.order) return heard.resolve(data.order)
    key ??= data.order
    silent?.delete(data.tab)
    if (silent?.size === 0) heard.resolve(key)
  }
  channel.postMessage({ ask, wish } satisfies Message)
  const timer = setTimeout(() => heard.resolve(key), silent ? PATIENCE_MS : GUESSED_PATIENCE_MS)
  return heard.promise.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

/** This tab is one of them, and answers itself. Null where the browser does not say. */
async function tabsThere(): Promise<Set<string> | null> {
  if (!('locks' in navigator)) return null
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(TAB) ? [name] : [])))
}

/** One tab at a time for a course; at once where the browser has no locks. */
export async function inTurn<Value>(courseCode: string, work: () => Promise<Value>): Promise<Awaited<Value>> {
  if (!('locks' in navigator)) return await work()
  return navigator.locks.request(`checkout ${courseCode}`, work)
}

/** This tab's own order of the same course: itself for the same address, for another its key, while no card was sent. */
function orderFor(wish: Wish, kept: Pick<ClientEnvironment, 'session'>, now: Date): Elsewhere | null {
  const mine = readEnrolment(kept, now)
  const checkoutToken = checkoutTokenOf(kept)
  if (mine?.courseCode !== wish.courseCode || !mine.orderId || !checkoutToken) return null
  const { orderId, step, clientKey } = mine
  if (plain(mine.email) === plain(wish.email)) return { orderId, checkoutToken, step }
  return step === 'details' ? { clientKey } : null
}

const plain = (email: string): string => email.trim().toLowerCase()
