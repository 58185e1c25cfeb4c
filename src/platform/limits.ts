/** Rate limits, counted in the database for all processes. `points` uses within `duration` seconds. See `docs/contract` §2. */
import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Outcome, refused } from '#domain/outcome.ts'
import type { Db } from './db/db.ts'

const POLICIES = {
  /** Wrong passwords for one account from one address. */
  logInPerAccountAndAddress: { points: 10, duration: 15 * 60 },
  /** Wrong passwords from one address, for any accounts. A class of thirty may share one address. */
  logInPerAddress: { points: 200, duration: 15 * 60 },
  /** Wrong passwords for one account from anywhere. */
  logInPerAccount: { points: 100, duration: 24 * 60 * 60 },
  /** Unknown promo codes and gift cards from one address. */
  codePerAddress: { points: 10, duration: 10 * 60 },
  /** E-mails to one address that anybody can request. */
  emailPerRecipient: { points: 3, duration: 60 * 60 },
  /** Password reset links, counted separately, so that other e-mails cannot use up the owner's limit. */
  passwordResetPerRecipient: { points: 3, duration: 60 * 60 },
  /** Links to log in, counted separately for the same reason. */
  logInLinkPerRecipient: { points: 3, duration: 60 * 60 },
  /** E-mails that one client can request. */
  emailPerClient: { points: 200, duration: 60 * 60 },
  /** Invoice downloads of one order, by anybody. */
  invoicePerOrder: { points: 20, duration: 10 * 60 },
  /** Receipts of one order that admins send again. */
  receiptPerOrder: { points: 3, duration: 60 * 60 },
  /** E-mails to one address that admins send again. */
  mailAgainPerRecipient: { points: 3, duration: 60 * 60 },
  /** Tests of messages to learners that one teacher sends to themselves. */
  messageTestPerPerson: { points: 20, duration: 60 * 60 },
  /** Tests of the mail server by one admin. */
  siteTestPerPerson: { points: 10, duration: 60 * 60 },
  /** Free seats that one teacher gives. Each is an e-mail to an address that the teacher typed. */
  freeSeatPerPerson: { points: 1000, duration: 24 * 60 * 60 },
  /** Invitations to a role that one admin sends, and those to one address. */
  invitationPerPerson: { points: 100, duration: 24 * 60 * 60 },
  invitationPerRecipient: { points: 3, duration: 60 * 60 },
  /** Messages to the support inbox from one address. A person reads each message. */
  messagePerClient: { points: 20, duration: 60 * 60 },
  /** Codes for a step-up that one person can request. */
  stepUpCodePerPerson: { points: 5, duration: 60 * 60 },
  /** Wrong guesses at the codes e-mailed to one address. */
  emailedCode: { points: 10, duration: 24 * 60 * 60 },
  /**
   * Calls with an e-mailed link from one network address: those with a wrong link, and all that log in or confirm an
   * address. Also the links to own waitlist places that one person requests.
   */
  emailedLink: { points: 30, duration: 15 * 60 },
  /** Callbacks of social log-in providers to one address. */
  socialReturn: { points: 30, duration: 15 * 60 },
  /** Wrong codes of the second factor for one account, from anywhere. */
  secondFactor: { points: 10, duration: 15 * 60 },
  /** Passkey challenges and log-ins from one address, or registrations by one person. */
  passkey: { points: 100, duration: 15 * 60 },
  /** Quotes for one client. */
  quotePerClient: { points: 60, duration: 60 },
  /** Quotes for all clients together. */
  quotePerSite: { points: 6000, duration: 60 },
  /** Unpaid orders of one client. */
  orderPerClient: { points: 20, duration: 10 * 60 },
  /** Orders of all clients together. */
  orderPerSite: { points: 3000, duration: 10 * 60 },
  /** Calls to the payment provider about one order: one per second, and a few at once when its page opens. */
  providerCall: { points: 15, duration: 15 },
  /** Previews that one address opens. */
  previewPerAddress: { points: 300, duration: 60 * 60 },
  /** Lessons, and files by themselves, that one person plays. A player asks once for each, and again after an error. */
  playPerPerson: { points: 600, duration: 60 * 60 },
  /** Uploads that one person begins. */
  uploadPerPerson: { points: 300, duration: 60 * 60 },
  /** Courses that one person copies, with their files. */
  courseCopyPerPerson: { points: 20, duration: 24 * 60 * 60 },
  /** Look-ups of public certificates from one address. */
  certificatePerClient: { points: 60, duration: 60 },
  /** Changes of certificates by one holder, each of which signs a new credential. */
  certificateChangePerHolder: { points: 20, duration: 24 * 60 * 60 },
  /** Certificates drawn as a PDF for one holder. */
  certificatePdfPerHolder: { points: 20, duration: 10 * 60 },
  /** Requests for one calendar feed. Calendar programs ask every few minutes at most. */
  calendarFeed: { points: 120, duration: 60 * 60 },
  /** Saves of checkouts by one client, which a browser sends after each change. */
  savedCheckout: { points: 120, duration: 10 * 60 },
  /** Counted visits with a campaign from one address. A class of thirty may share one address. */
  campaignVisit: { points: 120, duration: 60 * 60 },
  /** Attempts to continue one order. */
  retryPerOrder: { points: 20, duration: 60 },
} as const

export type Policy = keyof typeof POLICIES

/**
 * Counts one use, or several.
 *
 * @param points overrides the limit of the policy
 * @returns the seconds to wait if the limit is exceeded, else null
 */
export async function consumeLimit(
  db: Db,
  policy: Policy,
  key: string,
  points: number = POLICIES[policy].points,
  uses = 1,
): Promise<number | null> {
  try {
    await createLimiter(db, policy, points).consume(hashKey(key), uses)
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}

/** Removes one use: a correct password is not a failure. */
export async function rewardLimit(db: Db, policy: Policy, key: string): Promise<void> {
  await createLimiter(db, policy).reward(hashKey(key))
}

/** Looks up an entered code. Only unknown codes count; after ten of them in ten minutes the address is refused. */
export async function limitCodeGuesses<Value>(
  db: Db,
  ip: string,
  lookUp: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const wait = await consumeLimit(db, 'codePerAddress', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const outcome = await lookUp()
  if (outcome.ok) await rewardLimit(db, 'codePerAddress', ip)
  return outcome
}

/** Deletes the counter. */
export async function resetLimit(db: Db, policy: Policy, key: string): Promise<void> {
  await createLimiter(db, policy).delete(hashKey(key))
}

/** The table stores a hash, so that it holds no addresses and no long keys. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function createLimiter(db: Db, policy: Policy, points: number = POLICIES[policy].points): RateLimiterPostgres {
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
