/** A conversation as its visitor has it, by the link of a mailed answer: no account is needed. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { mayWriteFrom, tellHouse } from './leave-message.ts'
import { addMessage, conversationById, conversationOfLink, lockConversation, messagesOf, setState } from './queries.ts'
import type { Thread } from './wire.ts'

export async function readThread(deps: Deps, given: { token: string; ip: string }): Promise<Outcome<Thread>> {
  const conversationId = await conversationOfLink(deps.db, deps.secrets.hash(given.token))
  if (conversationId) return threadOf(deps.db, conversationId)
  const wait = await consumeLimit(deps.db, 'mailedLink', given.ip)
  return wait ? refused('RATE_LIMITED', { retryAfter: wait }) : refused('CONVERSATION_NOT_FOUND')
}

/** What was answered or put away waits for an answer again. */
export async function writeAgain(
  deps: Deps,
  given: { token: string; message: string; ip: string },
): Promise<Outcome<Thread>> {
  const wait = await mayWriteFrom(deps, given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const conversationId = await conversationOfLink(deps.db, deps.secrets.hash(given.token))
  if (!conversationId) return refused('CONVERSATION_NOT_FOUND')
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await lockConversation(tx, conversationId))) return refused('CONVERSATION_NOT_FOUND')
    await addMessage(tx, { conversation_id: conversationId, operator_id: null, body: given.message })
    await setState(tx, conversationId, 'open')
    await tellHouse(deps, tx)
    return threadOf(tx, conversationId)
  })
}

/** Answers that can still be taken back are not shown. */
async function threadOf(db: Db, conversationId: string): Promise<Outcome<Thread>> {
  const [conversation, messages] = [await conversationById(db, conversationId), await messagesOf(db, conversationId)]
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
