/**
 * Answers the other tabs of this browser. Each tab stores its order in its session storage. To prevent double payments,
 * a tab asks the others before it places an order (`ask-other-tabs.ts`).
 */
import type { ClientEnvironment } from '#http/client.ts'
import { getCheckoutToken, readEnrolment, type StoredEnrolment } from './enrolment.ts'

export type OtherTabQuery = Pick<StoredEnrolment, 'courseCode' | 'email'>
export type OtherTabOrder = Pick<StoredEnrolment, 'step'> & { orderId: string; checkoutToken: string }
/** An unpaid order of the same cohort under another e-mail. Placing with its client key replaces it. */
export type OtherTabKey = Pick<StoredEnrolment, 'clientKey'>
export type OtherTabResult = OtherTabOrder | OtherTabKey
export type TabMessage =
  | { ask: string; query: OtherTabQuery }
  | { answers: string; tab: string; order: OtherTabResult | null }

export const CHANNEL = 'checkout'
/** Prefix of the lock that each answering tab holds. A random id follows. */
export const TAB_LOCK_PREFIX = 'checkout tab '
/** Maximum wait for known tabs in ms. A busy tab is slow, and a frozen tab never answers. */
export const ANSWER_TIMEOUT_MS = 2000
/** Answers the other tabs. Returns a function that stops it. */
export function answerOtherTabs(storage: Pick<ClientEnvironment, 'session'>, now: () => Date): () => void {
  const tab = TAB_LOCK_PREFIX + crypto.randomUUID()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (!('ask' in data)) return
    const order = getOrderFor(data.query, storage, now())
    channel.postMessage({ answers: data.ask, tab, order } satisfies TabMessage)
  }
  const closed = Promise.withResolvers<void>()
  if ('locks' in navigator) void navigator.locks.request(tab, () => closed.promise)
  return () => {
    closed.resolve()
    channel.close()
  }
}

/** For a page effect. Answers on after unmount, because another tab may still wait for the response. */
export function answerTabsWhileMounted(): () => void {
  const stopAnswering = answerOtherTabs({ session: sessionStorage }, () => new Date())
  return () => void setTimeout(stopAnswering, ANSWER_TIMEOUT_MS)
}

/** Returns this tab's order of the same course. For another e-mail, returns only its client key, unless a card was sent. */
function getOrderFor(
  query: OtherTabQuery,
  storage: Pick<ClientEnvironment, 'session'>,
  now: Date,
): OtherTabResult | null {
  const stored = readEnrolment(storage, now)
  const checkoutToken = getCheckoutToken(storage)
  if (stored?.courseCode !== query.courseCode || !stored.orderId || !checkoutToken) return null
  const { orderId, step, clientKey } = stored
  if (normalizeTabEmail(stored.email) === normalizeTabEmail(query.email)) return { orderId, checkoutToken, step }
  return step === 'details' ? { clientKey } : null
}

const normalizeTabEmail = (email: string): string => email.trim().toLowerCase()
