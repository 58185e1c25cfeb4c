/** Asks the other tabs of this browser for an open order, and lets one tab place at a time. Loaded with the payment. */
import {
  ANSWER_TIMEOUT_MS,
  CHANNEL,
  type OtherTabKey,
  type OtherTabQuery,
  type OtherTabResult,
  TAB_LOCK_PREFIX,
  type TabMessage,
} from './answer-other-tabs.ts'

/** Wait in ms when the browser has no locks, so that the tabs are unknown. */
const NO_LOCKS_TIMEOUT_MS = 250

/** Returns null when every tab has answered that it has no order. */
export async function findOrderInOtherTabs(query: OtherTabQuery): Promise<OtherTabResult | null> {
  const waitingTabs = await listTabs()
  if (waitingTabs?.size === 0) return null
  const channel = new BroadcastChannel(CHANNEL)
  const ask = crypto.randomUUID()
  const result = Promise.withResolvers<OtherTabResult | null>()
  let key: OtherTabKey | null = null
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (!('answers' in data) || data.answers !== ask) return
    if (data.order && 'orderId' in data.order) return result.resolve(data.order)
    key ??= data.order
    waitingTabs?.delete(data.tab)
    if (waitingTabs?.size === 0) result.resolve(key)
  }
  channel.postMessage({ ask, query: query } satisfies TabMessage)
  const timer = setTimeout(() => result.resolve(key), waitingTabs ? ANSWER_TIMEOUT_MS : NO_LOCKS_TIMEOUT_MS)
  return result.promise.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

/** Includes this tab, which answers itself. Null when the browser has no locks. */
async function listTabs(): Promise<Set<string> | null> {
  if (!('locks' in navigator)) return null
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(TAB_LOCK_PREFIX) ? [name] : [])))
}

/** Runs in one tab at a time per course. Runs at once when the browser has no locks. */
export async function runExclusively<Value>(courseCode: string, task: () => Promise<Value>): Promise<Awaited<Value>> {
  if (!('locks' in navigator)) return await task()
  return navigator.locks.request(`checkout ${courseCode}`, task)
}
