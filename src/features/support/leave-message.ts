/** Keeps what a visitor asks, and has the people of the house told. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { ownPath } from '#domain/safe-return.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { addConversation, addMessage } from './queries.ts'

/** Messages that come together are told of together. */
const GATHER_SECONDS = 60

type Given = { email: string; name?: string | undefined; message: string; page: string; ip: string }

/** A conversation of its own each time: whoever writes has not shown that the address is theirs. */
export async function leaveMessage(deps: Deps, given: Given): Promise<Outcome<null>> {
  const wait = await mayWriteFrom(deps, given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  return inOneTransaction(deps.db, async (tx) => {
    const conversationId = await addConversation(tx, {
      email: given.email,
      name: given.name || null,
      page: pageOf(given.page, new URL(deps.config.publicUrl).origin),
    })
    await addMessage(tx, { conversation_id: conversationId, operator_id: null, body: given.message })
    await tellHouse(deps, tx)
    return accepted(null)
  })
}

/** Counted with the forms that have mail sent (contract §2), and once more: a person reads each of these. */
export async function mayWriteFrom({ db }: Pick<Deps, 'db'>, ip: string): Promise<number | null> {
  return (await consumeLimit(db, 'mailFromHere', ip)) ?? (await consumeLimit(db, 'messageFromHere', ip))
}

export function tellHouse({ jobs, clock }: Pick<Deps, 'jobs' | 'clock'>, tx: Tx): Promise<void> {
  const startAfter = new Date(clock().getTime() + GATHER_SECONDS * 1000)
  return jobs.enqueue(tx, 'support.messages-wait', {}, { key: 'inbox', startAfter })
}

/** A path of this site without its query, which may hold search words or a campaign. Every other address counts as `/`. */
function pageOf(page: string, origin: string): string {
  const path = page.split(/[?#]/, 1)[0] ?? ''
  return (/^\/[\w/.-]*$/.test(path) && ownPath(path, origin)) || '/'
}
