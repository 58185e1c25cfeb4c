/** A conversation as its visitor sees it, through the link in an e-mailed answer. No account is needed. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { consumeMessageLimits, notifyAdmins } from './leave-message.ts'
import {
  addMessage,
  getConversation,
  getConversationIdByLink,
  listMessages,
  lockConversation,
  setState,
} from './queries.ts'
import type { Thread } from './wire.ts'

export async function readThread(deps: Deps, input: { token: string; ip: string }): Promise<Outcome<Thread>> {
  const conversationId = await getConversationIdByLink(deps.db, deps.secrets.hash(input.token))
  if (conversationId) return loadThread(deps.db, conversationId)
  const retryAfterSeconds = await consumeLimit(deps.db, 'emailedLink', input.ip)
  return retryAfterSeconds
    ? refused('RATE_LIMITED', { retryAfter: retryAfterSeconds })
    : refused('CONVERSATION_NOT_FOUND')
}

/** Reopens an answered or archived conversation. */
export async function replyToThread(
  deps: Deps,
  input: { token: string; message: string; ip: string },
): Promise<Outcome<Thread>> {
  const retryAfterSeconds = await consumeMessageLimits(deps, input.ip)
  if (retryAfterSeconds) return refused('RATE_LIMITED', { retryAfter: retryAfterSeconds })
  const conversationId = await getConversationIdByLink(deps.db, deps.secrets.hash(input.token))
  if (!conversationId) return refused('CONVERSATION_NOT_FOUND')
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await lockConversation(tx, conversationId))) return refused('CONVERSATION_NOT_FOUND')
    await addMessage(tx, { conversation_id: conversationId, operator_id: null, body: input.message })
    await setState(tx, conversationId, 'open')
    await notifyAdmins(deps, tx)
    return loadThread(tx, conversationId)
  })
}

/** Omits answers that can still be undone. */
async function loadThread(db: Db, conversationId: string): Promise<Outcome<Thread>> {
  const conversation = await getConversation(db, conversationId)
  const messages = await listMessages(db, conversationId)
  if (!conversation) return refused('CONVERSATION_NOT_FOUND')
  return accepted({
    page: conversation.page,
    state: conversation.state,
    messages: messages
      .filter(({ operator_id, mailed_at }) => operator_id === null || mailed_at !== null)
      .map(({ id, operator_id, name, body, created_at }) => ({
        messageId: id,
        author: operator_id ? ('operator' as const) : ('visitor' as const),
        name: name?.split(' ', 1)[0] ?? null,
        message: body,
        at: created_at.toISOString(),
      })),
  })
}
