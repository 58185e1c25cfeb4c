/** Every statement about what visitors ask and what they are answered. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { State } from './wire/inbox.ts'

const now = sql<Date>`now()`
const PAGE = 50

export async function addConversation(
  tx: Tx,
  given: { email: string; name: string | null; page: string },
): Promise<string> {
  const row = await tx.insertInto('support_conversation').values(given).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function addMessage(
  tx: Tx,
  given: { conversation_id: string; operator_id: string | null; body: string },
): Promise<string> {
  const row = await tx.insertInto('support_message').values(given).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** primary key; one verb at a time. The worker that mails an answer does not wait for it, and so never the two for each other. */
export function lockConversation(tx: Tx, id: string) {
  return tx.selectFrom('support_conversation').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** primary key */
export function conversationById(db: Db, id: string) {
  return db.selectFrom('support_conversation').selectAll().where('id', '=', id).executeTakeFirst()
}

/** support_message_conversation */
export function messagesOf(db: Db, conversationId: string) {
  return db
    .selectFrom('support_message')
    .leftJoin('person', 'person.id', 'support_message.operator_id')
    .select(['support_message.id', 'operator_id', 'body', 'support_message.created_at', 'mailed_at', 'person.name'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
}

/** primary key; waits for a conversation's row as the verbs that change it do */
export async function setState(tx: Tx, id: string, state: State): Promise<void> {
  await tx.updateTable('support_conversation').set({ state, changed_at: now }).where('id', '=', id).execute()
}

/** support_message_conversation; what its newest message leaves a conversation in */
export async function stateByMessages(tx: Tx, conversationId: string): Promise<State> {
  const newest = await tx
    .selectFrom('support_message')
    .select('operator_id')
    .where('conversation_id', '=', conversationId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.operator_id ? 'answered' : 'open'
}

/** support_conversation_state, then support_message_conversation for each row; one more than a page */
export function conversationsIn(db: Db, state: State, after: string | null) {
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
    .limit(PAGE + 1)
    .execute()
    .then((rows) => ({ rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null }))
}

/** support_conversation_state */
export async function countStates(db: Db): Promise<Record<State, number>> {
  const rows = await db
    .selectFrom('support_conversation')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .groupBy('state')
    .execute()
  const counts = { open: 0, answered: 0, closed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

type What = 'read' | 'answered' | 'taken-back' | 'closed' | 'reopened'

export async function addEvent(tx: Tx, conversationId: string, personId: string, what: What): Promise<void> {
  await tx.insertInto('support_event').values({ conversation_id: conversationId, person_id: personId, what }).execute()
}

/** support_event_conversation, support_message_conversation; once for each person and newest message */
export async function noteReading(db: Db, conversationId: string, personId: string): Promise<void> {
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
export function eventsOf(db: Db, conversationId: string) {
  return db
    .selectFrom('support_event')
    .innerJoin('person', 'person.id', 'support_event.person_id')
    .select(['what', 'at', 'person.name'])
    .where('conversation_id', '=', conversationId)
    .orderBy('support_event.id')
    .execute()
}

/** primary key; undefined where it was mailed, or is no answer in this conversation */
export function dropUnmailed(tx: Tx, conversationId: string, messageId: string) {
  return tx
    .deleteFrom('support_message')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .where('operator_id', 'is not', null)
    .where('mailed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** primary key; null where it was taken back or mailed before. Who comes second waits, and finds it mailed. */
export async function markMailed(tx: Tx, messageId: string) {
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
export async function conversationOfLink(db: Db, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('support_link')
    .select('conversation_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.conversation_id ?? null
}

/** support_conversation_email; everything that was said goes with it */
export async function forgetConversations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('support_conversation').where('email', '=', email).execute()
}

/** support_conversation_email, then support_message_conversation for each */
export async function conversationsOf(db: Db, email: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select c.page, c.name, c.state, c.created_at,
      (select jsonb_agg(jsonb_build_object('from', case when m.operator_id is null then 'you' else 'us' end,
          'message', m.body, 'at', m.created_at) order by m.position)
        from support_message m where m.conversation_id = c.id and (m.operator_id is null or m.mailed_at is not null)) as messages
    from support_conversation c where c.email = ${email} order by c.created_at`.execute(db)
  return rows
}

/** support_conversation_state, support_message_conversation; null where nothing waits */
export async function newestWaiting(db: Db): Promise<string | null> {
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
