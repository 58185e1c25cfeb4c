/**
 * Limits on calls that anybody can make and that cost a database row or a question to the payment provider.
 * Each limit counts by client and for the whole site. docs/contract §2.
 */
import { randomInt } from 'node:crypto'
import { type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { consumeLimit, type Policy, rewardLimit } from '#platform/limits.ts'
import { getLimitKey } from '#sell/orders/client-key.ts'
import { countDeclines, isDecline } from '#sell/orders/queries/payments.ts'
import { cancelLivePayment } from './end-order.ts'

/** One row for the whole site would make every buyer wait for the one before. */
const SHARDS = 16
/** Below this, a shard's share is too small to be fair. */
const SHARDED_FROM = 100 * SHARDS
/** Paid orders no longer count, so the real wait is mostly shorter than the rest of the window. */
const LONGEST_WAIT_SECONDS = 60

export async function withinQuoteLimits<Value>(
  deps: Deps,
  { actor, ip }: { actor: Actor; ip: string },
  quote: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { perMinuteAndClient, perMinuteAndSite } = deps.config.limits.quotes
  const key = getLimitKey(deps, actor, ip)?.toString('hex')
  const retryAfter = key && (await consumeLimit(deps.db, 'quotePerClient', key, perMinuteAndClient))
  if (retryAfter) return refused('QUOTES_LIMITED', { retryAfter })
  const busyFor = await consumeSiteLimit(deps, 'quotePerSite', perMinuteAndSite)
  return busyFor ? refused('SITE_BUSY', { retryAfter: busyFor, reason: 'quotes' }) : quote()
}

/** Counts a new order before anything is written for it. An attempt that was refused does not count. */
export async function withinOrderLimits<Value>(
  deps: Deps,
  { actor, ip }: { actor: Actor; ip: string },
  createOrder: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { perClient, perSite } = deps.config.limits.orders
  const key = getLimitKey(deps, actor, ip)?.toString('hex')
  // The limiter counts an attempt before it refuses it, so every refusal takes its count back.
  const uncount = async () => {
    if (key) await rewardLimit(deps.db, 'orderPerClient', key)
  }
  const wait = key && (await consumeLimit(deps.db, 'orderPerClient', key, perClient))
  if (wait) {
    await uncount()
    return refused('ORDERS_LIMITED', { retryAfter: Math.min(wait, LONGEST_WAIT_SECONDS) })
  }
  const busyFor = await consumeSiteLimit(deps, 'orderPerSite', perSite)
  if (busyFor) {
    await uncount()
    return refused('SITE_BUSY', { retryAfter: busyFor, reason: 'orders' })
  }
  const placed = await createOrder()
  if (!placed.ok && !isQuotedAgain(placed.refusal.code)) await uncount()
  return placed
}

/** One question a second on average for each order. Without it, the answer comes from our own records. */
export async function mayAskProvider({ db }: Deps, orderId: string): Promise<boolean> {
  return (await consumeLimit(db, 'providerCall', orderId)) === null
}

/** Going on with an order asks the provider, also where it does not begin another attempt. */
export async function refuseRetry({ db }: Deps, orderId: string) {
  const retryAfter = await consumeLimit(db, 'retryPerOrder', orderId)
  return retryAfter ? refused('RATE_LIMITED', { retryAfter }) : null
}

/**
 * Cancels a payment with as many declined cards as its order may have attempts. One secret takes any number of cards at
 * the provider.
 */
export async function endCardTesting(deps: Deps, orderId: string, eventType: string): Promise<void> {
  if (!isDecline(eventType)) return
  if ((await countDeclines(deps.db, orderId)) < deps.config.limits.attemptsPerOrder) return
  deps.log.warn({ orderId }, 'too many cards were declined for one order; its payment is cancelled')
  await cancelLivePayment(deps, orderId)
}

/** These refusals wrote a new quote. */
function isQuotedAgain(code: string): boolean {
  return code === 'PRICE_CHANGED' || code === 'QUOTE_EXPIRED' || code === 'PERSON_CHANGED'
}

function consumeSiteLimit({ db }: Deps, policy: Policy, limit: number): Promise<number | null> {
  const shards = limit >= SHARDED_FROM ? SHARDS : 1
  return consumeLimit(db, policy, `shard ${randomInt(shards)}`, Math.ceil(limit / shards))
}
