/** SQL statements of the support inbox. */
import { sql } from 'kysely'
import { COUNT_LIMIT } from '#domain/list-count.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { ConversationState } from './wire/inbox.ts'

const now = sql<Date>`now()`
const PAGE_SIZE = 50

export async function addConversation(
  tx: Tx,
  values: { email: string; name: string | null; page: string },
): Promise<string> {
  const row = await tx.insertInto('support_conversation').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function addMessage(
  tx: Tx,
  values: { conversation_id: string; operator_id: string | null; body: string },
): Promise<string> {
  const row = await tx.insertInto('support_message').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Serialises changes of a conversation. The worker that sends an answer does not take this lock, so they cannot deadlock. */
export function lockConversation(tx: Tx, id: string) {
  return tx.selectFrom('support_conversation').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** primary key */
export function getConversation(db: Db, id: string) {
  return db.selectFrom('support_conversation').selectAll().where('id', '=', id).executeTakeFirst()
}

/** support_message_conversation */
export function listMessages(db: Db, conversationId: string) {
  return db
    .selectFrom('support_message')
    .leftJoin('person', 'person.id', 'support_message.operator_id')
    .select(['support_message.id', 'operator_id', 'body', 'support_message.created_at', 'mailed_at', 'person.name'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
}

/** Waits for the row lock of the conversation. Index: primary key. */
export async function setState(tx: Tx, id: string, state: ConversationState): Promise<void> {
  await tx.updateTable('support_conversation').set({ state, changed_at: now }).where('id', '=', id).execute()
}

/** The state that follows from the newest message. Index: support_message_conversation. */
export async function getStateFromMessages(tx: Tx, conversationId: string): Promise<ConversationState> {
  const newest = await tx
    .selectFrom('support_message')
    .select('operator_id')
    .where('conversation_id', '=', conversationId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.operator_id ? 'answered' : 'open'
}

/** Reads one row more than a page. Indexes: support_conversation_state, then support_message_conversation for each row. */
export function listConversations(db: Db, state: ConversationState, after: string | null) {
  return db
    .selectFrom('support_conversation as c')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('support_message')
          .select(sql<string>`left(body, 200)`.as('excerpt'))
          .whereRef('conversation_id', '=', 'c.id')
          .orderBy('position', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select('newest.excerpt')
    .where('c.state', '=', state)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(c.changed_at, c.id) < (select changed_at, id from support_conversation where id = ${after})`,
      ),
    )
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
    .then((rows) => ({
      rows: rows.slice(0, PAGE_SIZE),
      next: rows.length > PAGE_SIZE ? (rows[PAGE_SIZE - 1]?.id ?? null) : null,
    }))
}

/** Each count is at most `COUNT_LIMIT + 1`. Index: support_conversation_state. */
export async function countConversationsByState(db: Db): Promise<Record<ConversationState, number>> {
  const countState = (state: ConversationState) =>
    sql`(select count(*)::int from (
      select from support_conversation where state = ${state} limit ${COUNT_LIMIT + 1}) counted)`
  const { rows } = await sql<Record<ConversationState, number>>`select
    ${countState('open')} as open, ${countState('answered')} as answered, ${countState('closed')} as closed`.execute(db)
  return rows[0]!
}

type SupportEventType = 'read' | 'answered' | 'taken-back' | 'closed' | 'reopened'

export async function addEvent(
  tx: Tx,
  conversationId: string,
  personId: string,
  what: SupportEventType,
): Promise<void> {
  await tx.insertInto('support_event').values({ conversation_id: conversationId, person_id: personId, what }).execute()
}

/** Records a reading once for each admin and newest message. Indexes: support_event_conversation, support_message_conversation. */
export async function recordReading(db: Db, conversationId: string, personId: string): Promise<void> {
  await sql`
    insert into support_event (conversation_id, person_id, what)
    select ${conversationId}, ${personId}, 'read'
    where not exists (
      select from support_event e
      where e.conversation_id = ${conversationId} and e.person_id = ${personId} and e.what = 'read'
        and e.at >= (select max(m.created_at) from support_message m
          where m.conversation_id = ${conversationId} and m.operator_id is null))`.execute(db)
}

/** support_event_conversation */
export function listConversationEvents(db: Db, conversationId: string) {
  return db
    .selectFrom('support_event')
    .innerJoin('person', 'person.id', 'support_event.person_id')
    .select(['what', 'at', 'person.name'])
    .where('conversation_id', '=', conversationId)
    .orderBy('support_event.id')
    .execute()
}

/** Returns undefined if the answer was already sent or is not in this conversation. Index: primary key. */
export function deleteUnsentAnswer(tx: Tx, conversationId: string, messageId: string) {
  return tx
    .deleteFrom('support_message')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .where('operator_id', 'is not', null)
    .where('mailed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Returns null if the answer was undone or already sent. A second worker waits for the first. Index: primary key. */
export async function markAnswerSent(tx: Tx, messageId: string) {
  const message = await tx
    .updateTable('support_message')
    .set({ mailed_at: now })
    .where('id', '=', messageId)
    .where('operator_id', 'is not', null)
    .where('mailed_at', 'is', null)
    .returning(['conversation_id', 'body'])
    .executeTakeFirst()
  return message ?? null
}

export async function addLink(tx: Tx, hash: Buffer, conversationId: string, days: number): Promise<void> {
  await tx
    .insertInto('support_link')
    .values({ hash, conversation_id: conversationId, expires_at: sql`now() + ${days} * interval '1 day'` })
    .execute()
}

/** primary key */
export async function getConversationIdByLink(db: Db, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('support_link')
    .select('conversation_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.conversation_id ?? null
}

/** Deletes the messages too. Index: support_conversation_email. */
export async function deleteConversations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('support_conversation').where('email', '=', email).execute()
}

/** support_conversation_email, then support_message_conversation for each */
export async function listConversationsForExport(db: Db, email: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select c.page, c.name, c.state, c.created_at,
      (select jsonb_agg(jsonb_build_object('from', case when m.operator_id is null then 'you' else 'us' end,
          'message', m.body, 'at', m.created_at) order by m.position)
        from support_message m where m.conversation_id = c.id and (m.operator_id is null or m.mailed_at is not null)) as messages
    from support_conversation c where c.email = ${email} order by c.created_at`.execute(db)
  return rows
}

/** Returns null if no conversation is open. Indexes: support_conversation_state, support_message_conversation. */
export async function getNewestUnansweredMessageId(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('support_conversation')
    .innerJoin('support_message', 'support_message.conversation_id', 'support_conversation.id')
    .select('support_message.id')
    .where('state', '=', 'open')
    .orderBy('changed_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
