/** The inbox as the people of the house have it. Whoever reads, answers or puts away is recorded. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Action } from '#features/audit-log/actions.ts'
import { recordEvent, recordRead } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import {
  addEvent,
  addMessage,
  conversationById,
  conversationsIn,
  countStates,
  dropUnmailed,
  eventsOf,
  lockConversation,
  messagesOf,
  noteReading,
  setState,
  stateByMessages,
} from './queries.ts'
import type { Conversation, Row, State } from './wire/inbox.ts'

/** For so long an answer can be taken back. */
const HOLD_SECONDS = 10

type Place = { personId: string; conversationId: string }

export async function inboxOf(deps: Deps, by: string, asked: { state: State; after?: string | undefined }) {
  const [{ rows, next }, counts] = await Promise.all([
    conversationsIn(deps.db, asked.state, asked.after ?? null),
    countStates(deps.db),
  ])
  const actor = { kind: 'admin', id: by } as const
  const object = { kind: 'inbox', id: null } as const
  await recordRead(deps, { actor, action: 'inbox-listed', object, details: { state: asked.state } })
  const conversations = rows.map(
    (row): Row => ({
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

export async function readConversation(deps: Deps, at: Place): Promise<Outcome<Conversation>> {
  if (!(await conversationById(deps.db, at.conversationId))) return refused('CONVERSATION_NOT_FOUND')
  await noteReading(deps.db, at.conversationId, at.personId)
  await recordRead(deps, eventOf(at, 'conversation-viewed'))
  return conversationOf(deps.db, at.conversationId)
}

/** Two who answer at once both do: the visitor gets both. */
export function answerConversation(deps: Deps, given: Place & { message: string }): Promise<Outcome<Conversation>> {
  return change(deps, given, async (tx) => {
    const message = { conversation_id: given.conversationId, operator_id: given.personId, body: given.message }
    const messageId = await addMessage(tx, message)
    await setState(tx, given.conversationId, 'answered')
    await addEvent(tx, given.conversationId, given.personId, 'answered')
    await recordEvent(deps, tx, eventOf(given, 'conversation-answered'))
    const startAfter = new Date(deps.clock().getTime() + HOLD_SECONDS * 1000)
    await deps.jobs.enqueue(tx, 'support.answered', { messageId }, { key: messageId, startAfter })
    return accepted(null)
  })
}

export function takeBackAnswer(deps: Deps, given: Place & { messageId: string }): Promise<Outcome<Conversation>> {
  return change(deps, given, async (tx) => {
    if (!(await dropUnmailed(tx, given.conversationId, given.messageId))) return refused('ANSWER_SENT')
    await setState(tx, given.conversationId, await stateByMessages(tx, given.conversationId))
    await addEvent(tx, given.conversationId, given.personId, 'taken-back')
    await recordEvent(deps, tx, eventOf(given, 'answer-taken-back'))
    return accepted(null)
  })
}

/** A repeat changes nothing. */
export function moveConversation(deps: Deps, given: Place & { to: 'closed' | 'open' }): Promise<Outcome<Conversation>> {
  return change(deps, given, async (tx, state) => {
    if ((state === 'closed') === (given.to === 'closed')) return accepted(null)
    const next = given.to === 'closed' ? 'closed' : await stateByMessages(tx, given.conversationId)
    await setState(tx, given.conversationId, next)
    const what = given.to === 'closed' ? 'closed' : 'reopened'
    await addEvent(tx, given.conversationId, given.personId, what)
    await recordEvent(deps, tx, eventOf(given, `conversation-${what}`))
    return accepted(null)
  })
}

function eventOf({ personId, conversationId }: Place, action: Action) {
  return {
    actor: { kind: 'admin', id: personId },
    action,
    object: { kind: 'conversation', id: conversationId },
  } as const
}

function change(
  { db }: Deps,
  { conversationId }: Place,
  work: (tx: Tx, state: State) => Promise<Outcome<null>>,
): Promise<Outcome<Conversation>> {
  return inOneTransaction(db, async (tx) => {
    const conversation = await lockConversation(tx, conversationId)
    if (!conversation) return refused('CONVERSATION_NOT_FOUND')
    const done = await work(tx, conversation.state)
    return done.ok ? conversationOf(tx, conversationId) : done
  })
}

async function conversationOf(db: Db, id: string): Promise<Outcome<Conversation>> {
  const conversation = await conversationById(db, id)
  if (!conversation) return refused('CONVERSATION_NOT_FOUND')
  const messages = await messagesOf(db, id)
  const events = await eventsOf(db, id)
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
