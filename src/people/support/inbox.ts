/** The support inbox for admins. Each view, answer and change of state is recorded in the audit log. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { AuditAction } from '#people/audit-log/actions.ts'
import { recordEvent, recordRead } from '#people/audit-log/record.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import {
  addEvent,
  addMessage,
  countConversationsByState,
  deleteUnsentAnswer,
  getConversation,
  getStateFromMessages,
  listConversationEvents,
  listConversations,
  listMessages,
  lockConversation,
  recordReading,
  setState,
} from './queries.ts'
import { supportAnsweredJob } from './queue.ts'
import type { Conversation, ConversationState, InboxRow } from './wire/inbox.ts'

/** Seconds in which an answer can be undone. */
const UNDO_SECONDS = 10

type ConversationAction = { personId: string; conversationId: string }

export async function listInboxPage(
  deps: Deps,
  adminId: string,
  query: { state: ConversationState; after?: string | undefined },
) {
  const [{ rows, next }, counts] = await Promise.all([
    listConversations(deps.db, query.state, query.after ?? null),
    countConversationsByState(deps.db),
  ])
  const actor = { kind: 'admin', id: adminId } as const
  const object = { kind: 'inbox', id: null } as const
  await recordRead(deps, { actor, action: 'inbox-listed', object, details: { state: query.state } })
  const conversations = rows.map(
    (row): InboxRow => ({
      conversationId: row.id,
      email: row.email,
      name: row.name,
      page: row.page,
      state: row.state,
      excerpt: row.excerpt,
      changedAt: row.changed_at.toISOString(),
    }),
  )
  return { conversations, counts, next }
}

export async function readConversation(deps: Deps, target: ConversationAction): Promise<Outcome<Conversation>> {
  if (!(await getConversation(deps.db, target.conversationId))) return refused('CONVERSATION_NOT_FOUND')
  await recordReading(deps.db, target.conversationId, target.personId)
  await recordRead(deps, toAuditEvent(target, 'conversation-viewed'))
  return loadConversation(deps.db, target.conversationId)
}

/** If two admins answer at the same time, the visitor gets both answers. */
export function answerConversation(
  deps: Deps,
  input: ConversationAction & { message: string },
): Promise<Outcome<Conversation>> {
  return changeConversation(deps, input, async (tx) => {
    const message = { conversation_id: input.conversationId, operator_id: input.personId, body: input.message }
    const messageId = await addMessage(tx, message)
    await setState(tx, input.conversationId, 'answered')
    await addEvent(tx, input.conversationId, input.personId, 'answered')
    await recordEvent(deps, tx, toAuditEvent(input, 'conversation-answered'))
    const startAfter = new Date(deps.clock().getTime() + UNDO_SECONDS * 1000)
    await deps.jobs.enqueue(tx, supportAnsweredJob, { messageId }, { key: messageId, startAfter })
    return accepted(null)
  })
}

export function undoAnswer(
  deps: Deps,
  input: ConversationAction & { messageId: string },
): Promise<Outcome<Conversation>> {
  return changeConversation(deps, input, async (tx) => {
    if (!(await deleteUnsentAnswer(tx, input.conversationId, input.messageId))) return refused('ANSWER_SENT')
    await setState(tx, input.conversationId, await getStateFromMessages(tx, input.conversationId))
    await addEvent(tx, input.conversationId, input.personId, 'taken-back')
    await recordEvent(deps, tx, toAuditEvent(input, 'answer-taken-back'))
    return accepted(null)
  })
}

/** Idempotent: repeating the call changes nothing. */
export function changeConversationState(
  deps: Deps,
  input: ConversationAction & { to: 'closed' | 'open' },
): Promise<Outcome<Conversation>> {
  return changeConversation(deps, input, async (tx, state) => {
    if ((state === 'closed') === (input.to === 'closed')) return accepted(null)
    const next = input.to === 'closed' ? 'closed' : await getStateFromMessages(tx, input.conversationId)
    await setState(tx, input.conversationId, next)
    const what = input.to === 'closed' ? 'closed' : 'reopened'
    await addEvent(tx, input.conversationId, input.personId, what)
    await recordEvent(deps, tx, toAuditEvent(input, `conversation-${what}`))
    return accepted(null)
  })
}

function toAuditEvent({ personId, conversationId }: ConversationAction, action: AuditAction) {
  return {
    actor: { kind: 'admin', id: personId },
    action,
    object: { kind: 'conversation', id: conversationId },
  } as const
}

function changeConversation(
  { db }: Deps,
  { conversationId }: ConversationAction,
  applyChange: (tx: Tx, state: ConversationState) => Promise<Outcome<null>>,
): Promise<Outcome<Conversation>> {
  return inOneTransaction(db, async (tx) => {
    const conversation = await lockConversation(tx, conversationId)
    if (!conversation) return refused('CONVERSATION_NOT_FOUND')
    const result = await applyChange(tx, conversation.state)
    return result.ok ? loadConversation(tx, conversationId) : result
  })
}

async function loadConversation(db: Db, id: string): Promise<Outcome<Conversation>> {
  const conversation = await getConversation(db, id)
  if (!conversation) return refused('CONVERSATION_NOT_FOUND')
  const messages = await listMessages(db, id)
  const events = await listConversationEvents(db, id)
  return accepted({
    conversationId: id,
    email: conversation.email,
    name: conversation.name,
    page: conversation.page,
    state: conversation.state,
    messages: messages.map((message) => ({
      messageId: message.id,
      author: message.operator_id ? ('operator' as const) : ('visitor' as const),
      name: message.name,
      message: message.body,
      at: message.created_at.toISOString(),
      mailedAt: message.mailed_at?.toISOString() ?? null,
    })),
    events: events.map(({ what, name, at }) => ({ what, name, at: at.toISOString() })),
  })
}
