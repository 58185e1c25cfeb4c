/** Counters that all processes share and that survive restarts. Contract §2; the numbers stand here and nowhere else. */
import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Outcome, refused } from '#domain/outcome.ts'
import type { Db } from './db/db.ts'

const POLICIES = {
  /** Wrong passwords for one account from one address. */
  logInFromHere: { points: 10, duration: 15 * 60 },
  /** Wrong passwords from one address, for whatever accounts. A class of thirty may share one. */
  logInsHere: { points: 200, duration: 15 * 60 },
  /** Wrong passwords for one account from anywhere. */
  logInAnywhere: { points: 100, duration: 24 * 60 * 60 },
  /** Unknown promo codes and gift cards from one address, wherever they are tried. */
  codeGuess: { points: 10, duration: 10 * 60 },
  /** Mails that anybody can have sent to one address. */
  mailTo: { points: 3, duration: 60 * 60 },
  /** Links to a new password: counted apart, so that nobody can use up the owner's way in. */
  resetTo: { points: 3, duration: 60 * 60 },
  /** Mails that one client can have sent. */
  mailFromHere: { points: 200, duration: 60 * 60 },
  /** Invoices of one order that are asked for, by whomever. */
  invoiceOfOrder: { points: 20, duration: 10 * 60 },
  /** Receipts of one order that the people of the house have sent again. */
  receiptAgain: { points: 3, duration: 60 * 60 },
  /** Messages to the support inbox from one address: a person reads each of them. */
  messageFromHere: { points: 20, duration: 60 * 60 },
  /** Wrong guesses at the codes that were mailed to one address. */
  mailedCode: { points: 10, duration: 24 * 60 * 60 },
  /** Guesses at mailed links from one address. */
  mailedLink: { points: 30, duration: 15 * 60 },
  /** Returns from a provider of social log-in to one address. */
  socialReturn: { points: 30, duration: 15 * 60 },
  /** Wrong codes of the second factor for one account, from anywhere. */
  secondFactor: { points: 10, duration: 15 * 60 },
  /** Passkeys asked for and shown from one address, or by one person who adds some. */
  passkey: { points: 100, duration: 15 * 60 },
  /** Prices asked for by one client. */
  quotesOfClient: { points: 60, duration: 60 },
  /** Prices asked for by everybody. */
  quotesOfSite: { points: 6000, duration: 60 },
  /** Orders that one client placed and did not pay. */
  ordersOfClient: { points: 20, duration: 10 * 60 },
  /** Orders that everybody placed. */
  ordersOfSite: { points: 3000, duration: 10 * 60 },
  /** Questions to the payment provider about one order: one a second, and a page that opens asks a few at once. */
  providerQuestions: { points: 15, duration: 15 },
  /** Calls that go on with one order. */
  retriesOfOrder: { points: 20, duration: 60 },
} as const

export type Policy = keyof typeof POLICIES

/** Counts one use; answers the seconds to wait when the limit is passed, else null. `points` where a setting has the limit. */
export async function consumeLimit(
  db: Db,
  policy: Policy,
  key: string,
  points: number = POLICIES[policy].points,
): Promise<number | null> {
  try {
    await limiter(db, policy, points).consume(short(key))
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}

/** Gives one use back: a right password is not a failure. */
export async function rewardLimit(db: Db, policy: Policy, key: string): Promise<void> {
  await limiter(db, policy).reward(short(key))
}

/**
 * Looks up a code that somebody typed. Ten in vain from one address in ten minutes, and nothing is looked
 * at any more; a good one is not counted.
 */
export async function countGuess<Value>(
  db: Db,
  ip: string,
  look: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const wait = await consumeLimit(db, 'codeGuess', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const outcome = await look()
  if (outcome.ok) await rewardLimit(db, 'codeGuess', ip)
  return outcome
}

/** Deletes the counter. */
export async function resetLimit(db: Db, policy: Policy, key: string): Promise<void> {
  await limiter(db, policy).delete(short(key))
}

/** However long a key is, and whoever it names: the table sees a hash. */
function short(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function limiter(db: Db, policy: Policy, points: number = POLICIES[policy].points): RateLimiterPostgres {
  const client = {
    query: async (query: { text: string; values?: readonly unknown[] }) => {
      const result = await db.executeQuery(CompiledQuery.raw(query.text, [...(query.values ?? [])]))
      return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) }
    },
  }
  return new RateLimiterPostgres({
    storeClient: client,
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: policy,
    duration: POLICIES[policy].duration,
    points,
  })
}
