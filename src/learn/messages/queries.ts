/** The statements about messages to learners. docs/contract §43. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { listRecipients } from './queries/recipients.ts'
import { type RecipientFilter, readFilter } from './recipient-filter.ts'

/** primary keys; a message of this course */
export async function findMessage(db: Db | Tx, courseCode: string, id: string) {
  return selectMessage(db)
    .where('broadcast.id', '=', id)
    .where('broadcast.course_code', '=', courseCode)
    .executeTakeFirst()
}

/** primary keys; of any course, for work outside a session */
export async function findAnyMessage(db: Db, id: string) {
  return selectMessage(db).where('broadcast.id', '=', id).executeTakeFirst()
}

/** Primary key. Locks the row until the transaction ends. */
export async function lockMessage(tx: Tx, id: string) {
  return tx.selectFrom('broadcast').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
export type LockedMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>

function selectMessage(db: Db | Tx) {
  return db
    .selectFrom('broadcast')
    .leftJoin('person as editor', (join) =>
      join.onRef('editor.id', '=', 'broadcast.updated_by').on('editor.deleted_at', 'is', null),
    )
    .leftJoin('person as sender', (join) =>
      join.onRef('sender.id', '=', 'broadcast.sent_by').on('sender.deleted_at', 'is', null),
    )
    .selectAll('broadcast')
    .select(['editor.name as updated_by_name', 'sender.name as sent_by_name', 'sender.email as sent_by_email'])
}
export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** broadcast_course; newest first */
export function listMessageRows(
  db: Db,
  courseCode: string,
  { before, limit }: { before: string | null; limit: number },
) {
  return selectMessage(db)
    .where('broadcast.course_code', '=', courseCode)
    .$if(before !== null, (query) => query.where('broadcast.id', '<', before))
    .orderBy('broadcast.id', 'desc')
    .limit(limit)
    .execute()
}

export async function addMessage(
  tx: Tx,
  { courseCode, filter, personId, now }: { courseCode: string; filter: RecipientFilter; personId: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('broadcast')
    .values({
      course_code: courseCode,
      recipients: JSON.stringify(filter),
      updated_by: personId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** broadcast_course; a draft in which the person has typed nothing yet */
export async function findEmptyDraft(
  tx: Tx,
  { courseCode, filter, personId }: { courseCode: string; filter: RecipientFilter; personId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('broadcast')
    .select('id')
    .where('course_code', '=', courseCode)
    .where('state', '=', 'draft')
    .where('version', '=', 1)
    .where('updated_by', '=', personId)
    .where(sql<boolean>`recipients = ${JSON.stringify(filter)}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export type MessageText = { subject: string; body: string; filter: RecipientFilter; repliesToSender: boolean }

/** Primary key. Under the lock of the row. */
export async function putMessageText(
  tx: Tx,
  id: string,
  { text, version, personId, now }: { text: MessageText; version: number; personId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('broadcast')
    .set({
      subject: text.subject,
      body: text.body,
      recipients: JSON.stringify(text.filter),
      replies_to_sender: text.repliesToSender,
      version,
      updated_by: personId,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** unique broadcast_day_limit; the slots of a UTC day that other messages of the course have */
export async function listTakenSlots(
  tx: Tx | Db,
  courseCode: string,
  at: Date,
  exceptId: string | null,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('broadcast')
    .select('day_slot')
    .where('course_code', '=', courseCode)
    .where(sql<boolean>`send_day = (${at}::timestamptz at time zone 'UTC')::date`)
    .where('day_slot', 'is not', null)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId))
    .execute()
  return rows.map(({ day_slot }) => day_slot!)
}

/** Primary key. */
export async function putSchedule(
  tx: Tx,
  id: string,
  { sendAt, slot, personId }: { sendAt: Date; slot: number; personId: string },
): Promise<void> {
  await tx
    .updateTable('broadcast')
    .set({ state: 'scheduled', send_at: sendAt, day_slot: slot, sent_by: personId })
    .where('id', '=', id)
    .execute()
}

/** Primary key. */
export async function putBackToDraft(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('broadcast')
    .set({ state: 'draft', send_at: null, day_slot: null, sent_by: null })
    .where('id', '=', id)
    .execute()
}

/** Primary key. */
export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('broadcast').where('id', '=', id).where('state', '=', 'draft').execute()
}

/** primary key; in the order of sending, with the people of the moment */
export async function startSending(tx: Tx, message: LockedMessage, now: Date): Promise<void> {
  await tx.updateTable('broadcast').set({ state: 'sending', started_at: now }).where('id', '=', message.id).execute()
  const people = await listRecipients(tx, message.course_code, readFilter(message.recipients), now)
  if (people.length === 0) return
  await sql`insert into broadcast_recipient (broadcast_id, person_id)
    select ${message.id}, person from unnest(${people.map(({ person_id }) => person_id)}::uuid[]) as person`.execute(tx)
}

/** broadcast_recipient_waiting */
export async function listWaiting(db: Db, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('broadcast_recipient')
    .select('person_id')
    .where('broadcast_id', '=', id)
    .where('state', '=', sql.lit('waiting'))
    .orderBy('person_id')
    .limit(limit)
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** Primary key. False: another worker has the recipient, or had it. */
export async function lockWaiting(tx: Tx, id: string, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('broadcast_recipient')
    .select('person_id')
    .where('broadcast_id', '=', id)
    .where('person_id', '=', personId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

type LeftOutReason = 'not-enrolled' | 'turned-off' | 'unproved'

/** Primary key. */
export async function putHandled(
  tx: Tx,
  id: string,
  personId: string,
  result: {
    leftOutBecause: LeftOutReason | null
    variables: Readonly<Record<string, string>>
    now: Date
  },
): Promise<void> {
  await tx
    .updateTable('broadcast_recipient')
    .set({
      state: result.leftOutBecause === null ? 'written' : 'left-out',
      left_out_because: result.leftOutBecause,
      variables: JSON.stringify(result.variables),
      handled_at: result.now,
    })
    .where('broadcast_id', '=', id)
    .where('person_id', '=', personId)
    .execute()
}

/** Primary key, broadcast_recipient_waiting. Changes nothing while somebody waits. */
export async function finishSending(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('broadcast')
    .set({ state: 'sent', finished_at: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where(
      sql<boolean>`not exists (select from broadcast_recipient waiting where waiting.broadcast_id = broadcast.id and waiting.state = 'waiting')`,
    )
    .execute()
}

/** broadcast_due; messages whose job is late, such as after a restored backup */
export async function listLateMessages(db: Db, now: Date): Promise<{ id: string; state: string }[]> {
  return db
    .selectFrom('broadcast')
    .select(['id', 'state'])
    .where(sql<boolean>`state in ('scheduled', 'sending')`)
    .where('send_at', '<=', sql<Date>`${now}::timestamptz - interval '1 minute'`)
    .limit(100)
    .execute()
}

/** cohort_course; the cohorts of a course that are not cancelled */
export function listCohorts(db: Db, courseCode: string) {
  return db
    .selectFrom('cohort')
    .select(['cohort_code', 'name', 'timezone_id', 'starts_at'])
    .where('course_code', '=', courseCode)
    .where('state', '<>', 'cancelled')
    .orderBy('starts_at')
    .orderBy('cohort_code')
    .execute()
}

/** What became of each recipient of some messages. Each has one result. */
const createResults = (ids: readonly string[]) => sql`select recipient.broadcast_id, recipient.person_id,
    recipient.left_out_because, coalesce(mail.unknown_count, 0) > 0 as may_have_arrived,
    case when recipient.state = 'waiting' or mail.state in ('queued', 'sending') then 'waiting'
      when recipient.state = 'left-out' or mail.state = 'cancelled' then 'leftOut'
      when mail.state is null then 'forgotten'
      when mail.state = 'sent' then 'sent'
      when mail.state = 'suppressed' or exists (select from mail_suppression bad
        where bad.address = mail.to_address and bad.reason = 'bounce') then 'bounced'
      else 'failed' end as result
  from broadcast_recipient recipient
    left join mail on mail.dedupe_key = 'course.news:' || recipient.person_id || ':' || recipient.broadcast_id
      and mail.replaced_at is null
  where recipient.broadcast_id = any(${[...ids]}::uuid[])`

export type MessageResult = 'waiting' | 'leftOut' | 'forgotten' | 'sent' | 'bounced' | 'failed'

/** Primary keys, unique mail.dedupe_key. */
export async function countResults(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ broadcast_id: string; result: MessageResult; count: number }>`
    select broadcast_id, result, count(*)::int as count from (${createResults(ids)}) as recipient
    group by broadcast_id, result`.execute(db)
  return rows
}

export type MissedRow = {
  broadcast_id: string
  name: string
  result: 'leftOut' | 'bounced' | 'failed'
  left_out_because: LeftOutReason | null
  may_have_arrived: boolean
}

/** Primary keys, unique mail.dedupe_key. Of each message the first people without an e-mail: failed and bounced ones, then the others, by name. */
export async function listMissed(db: Db, ids: readonly string[], limit: number): Promise<MissedRow[]> {
  const { rows } = await sql<MissedRow>`select broadcast_id, name, result, left_out_because, may_have_arrived from (
      select recipient.*, person.name, row_number() over (partition by broadcast_id
          order by recipient.result = 'leftOut', person.name, person.id) as place
      from (${createResults(ids)}) as recipient join person on person.id = recipient.person_id
      where recipient.result in ('leftOut', 'bounced', 'failed')) as missed
    where place <= ${limit} order by broadcast_id, place`.execute(db)
  return rows
}

/** broadcast_recipient_person, primary keys; the messages of a course to one person, newest first */
export function listMessagesTo(db: Db, personId: string, courseCode: string, limit: number) {
  return db
    .selectFrom('broadcast_recipient as recipient')
    .innerJoin('broadcast', 'broadcast.id', 'recipient.broadcast_id')
    .leftJoin('person as sender', 'sender.id', 'broadcast.sent_by')
    .select(['broadcast.id', 'broadcast.subject', 'broadcast.body', 'recipient.variables', 'recipient.handled_at'])
    .select((is) => is.case().when('sender.deleted_at', 'is', null).then(is.ref('sender.name')).end().as('sender'))
    .where('recipient.person_id', '=', personId)
    .where('broadcast.course_code', '=', courseCode)
    .where('recipient.handled_at', 'is not', null)
    .where(sql<boolean>`recipient.left_out_because is distinct from 'not-enrolled'`)
    .orderBy('recipient.handled_at', 'desc')
    .limit(limit)
    .execute()
}

/** broadcast_recipient_person; for the export of a person's data */
export function listMessagesForExport(db: Db, personId: string) {
  return db
    .selectFrom('broadcast_recipient as recipient')
    .innerJoin('broadcast', 'broadcast.id', 'recipient.broadcast_id')
    .select(['broadcast.course_code', 'broadcast.subject', 'broadcast.body', 'recipient.variables'])
    .select(['recipient.state', 'recipient.left_out_because', 'recipient.handled_at'])
    .where('recipient.person_id', '=', personId)
    .orderBy('recipient.broadcast_id')
    .execute()
}

/**
 * broadcast_recipient_person, and every message; when an account is deleted. The words to this person alone, such as a
 * draft, go with it.
 */
export async function forgetMessages(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('broadcast_recipient').where('person_id', '=', personId).execute()
  await tx.deleteFrom('broadcast').where(sql<boolean>`recipients ->> 'person' = ${personId}`).execute()
}
