/** Stores a visitor's message and notifies the admins. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { toSitePath } from '#domain/safe-return.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { addConversation, addMessage } from './queries.ts'
import { supportMessagesWaitJob } from './queue.ts'

/** Messages within this time share one notification. */
const NOTICE_DELAY_SECONDS = 60

type LeaveMessageInput = { email: string; name?: string | undefined; message: string; page: string; ip: string }

/** Each message starts a new conversation, because the sender's address is not verified. */
export async function leaveMessage(deps: Deps, input: LeaveMessageInput): Promise<Outcome<null>> {
  const retryAfterSeconds = await consumeMessageLimits(deps, input.ip)
  if (retryAfterSeconds) return refused('RATE_LIMITED', { retryAfter: retryAfterSeconds })
  return inOneTransaction(deps.db, async (tx) => {
    const conversationId = await addConversation(tx, {
      email: input.email,
      name: input.name || null,
      page: toOwnPath(input.page, new URL(deps.config.publicUrl).origin),
    })
    await addMessage(tx, { conversation_id: conversationId, operator_id: null, body: input.message })
    await notifyAdmins(deps, tx)
    return accepted(null)
  })
}

/** Applies the limit of forms that send e-mail (docs/contract §2) and a stricter one, because an admin reads each message. */
export async function consumeMessageLimits({ db }: Pick<Deps, 'db'>, ip: string): Promise<number | null> {
  return (await consumeLimit(db, 'emailPerClient', ip)) ?? (await consumeLimit(db, 'messagePerClient', ip))
}

export function notifyAdmins({ jobs, clock }: Pick<Deps, 'jobs' | 'clock'>, tx: Tx): Promise<void> {
  const startAfter = new Date(clock().getTime() + NOTICE_DELAY_SECONDS * 1000)
  return jobs.enqueue(tx, supportMessagesWaitJob, {}, { key: 'inbox', startAfter })
}

/** A path of this site without its query, which may contain search words or a campaign. Any other URL becomes `/`. */
function toOwnPath(page: string, origin: string): string {
  const path = page.split(/[?#]/, 1)[0] ?? ''
  return (/^\/[\w/.-]*$/.test(path) && toSitePath(path, origin)) || '/'
}
