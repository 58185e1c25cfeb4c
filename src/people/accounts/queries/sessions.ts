/** Every statement about sessions. Times come from the database clock. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { type Device, isBoundForAudience } from '../session/device.ts'
import type { Audience } from '../session/tokens.ts'

const now = sql<Date>`now()`
/** A learner session lasts 30 days idle and 90 at most; an admin session 12 hours and 7 days. docs/contract §3. */
const getIdleLimit = (audience: Audience) => (audience === 'admin' ? sql`interval '12 hours'` : sql`interval '30 days'`)
const getMaximumAge = (audience: Audience) => (audience === 'admin' ? sql`interval '7 days'` : sql`interval '90 days'`)

/** A step-up is valid for ten minutes in its session; new tokens do not extend it. docs/contract §3. */
const isSteppedUp = sql<boolean>`coalesce(session.stepped_up_at > now() - interval '10 minutes', false)`

/** The log-in or the last step-up of the session is at most an hour old. docs/contract §31. */
const isRecentlyConfirmed = sql<boolean>`greatest(session.created_at, session.stepped_up_at) > now() - interval '1 hour'`

/** session_of_person; includes ended sessions until they are deleted */
export async function listKnownDevices(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tx.selectFrom('session').select('device').distinct().where('person_id', '=', personId).execute()
  return rows.map((row) => row.device)
}

type NewSession = { personId: string; audience: Audience; device: Device; isSteppedUp: boolean }

export function addSession(
  tx: Tx,
  { personId, audience, device, isSteppedUp }: NewSession,
): Promise<{ id: string; counter: number }> {
  return tx
    .insertInto('session')
    .values({
      person_id: personId,
      audience,
      device: device.name,
      is_bound: isBoundForAudience(device, audience),
      ...(isSteppedUp && { stepped_up_at: now }),
      expires_at: sql<Date>`now() + ${getIdleLimit(audience)}`,
    })
    .returning(['id', 'counter'])
    .executeTakeFirstOrThrow()
}

/** primary key; locks the row until the transaction ends */
export function lockLiveSession(tx: Tx, id: string) {
  return tx
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select([
      'session.id',
      'session.person_id',
      'session.audience',
      'session.counter',
      'session.is_bound',
      'person.roles',
    ])
    .select(sql<boolean>`session.rotated_at > now() - interval '30 seconds'`.as('just_rotated'))
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .forUpdate('session')
    .executeTakeFirst()
}

/** primary key */
export function getLiveSession(db: Db, id: string) {
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.person_id', 'session.audience', 'person.roles'])
    .select([isSteppedUp.as('is_stepped_up'), isRecentlyConfirmed.as('is_recently_confirmed')])
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
}

export async function rotateSession(tx: Tx, id: string, audience: Audience): Promise<number> {
  const row = await tx
    .updateTable('session')
    .set({
      counter: sql`counter + 1`,
      rotated_at: now,
      expires_at: sql<Date>`least(created_at + ${getMaximumAge(audience)}, now() + ${getIdleLimit(audience)})`,
    })
    .where('id', '=', id)
    .returning('counter')
    .executeTakeFirstOrThrow()
  return row.counter
}

type SessionEndReason =
  | 'log-out'
  | 'reuse'
  | 'password-reset'
  | 'password-change'
  | 'logged-out-elsewhere'
  | 'account-deleted'

/** primary key; undefined if the session had already ended */
export function endSession(db: Db | Tx, id: string, reason: SessionEndReason) {
  return db
    .updateTable('session')
    .set({ ended_at: now, ended_because: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['id', 'person_id', 'audience'])
    .executeTakeFirst()
}

/** session_person; the number of sessions that were live */
export async function endPersonSessions(
  db: Db | Tx,
  personId: string,
  reason: SessionEndReason,
  exceptId?: string,
): Promise<number> {
  const rows = await db
    .updateTable('session')
    .set({ ended_at: now, ended_because: reason })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .returning(sql<boolean>`expires_at > now()`.as('was_live'))
    .execute()
  return rows.filter((row) => row.was_live).length
}

/** session_person; the number of admin sessions that were live */
export async function endAdminSessions(tx: Tx, personId: string): Promise<number> {
  const rows = await tx
    .updateTable('session')
    .set({ ended_at: now, ended_because: 'logged-out-elsewhere' })
    .where('person_id', '=', personId)
    .where('audience', '=', 'admin')
    .where('ended_at', 'is', null)
    .returning(sql<boolean>`expires_at > now()`.as('was_live'))
    .execute()
  return rows.filter((row) => row.was_live).length
}

/** session_person */
export function listLiveSessions(db: Db, personId: string) {
  return db
    .selectFrom('session')
    .select(['id', 'audience', 'device', 'created_at', 'rotated_at'])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('rotated_at', 'desc')
    .limit(200)
    .execute()
}

/** primary key */
export async function recordStepUp(db: Db, id: string): Promise<void> {
  await db.updateTable('session').set({ stepped_up_at: now }).where('id', '=', id).execute()
}

const WRONG_CODES = 5

/** primary key; replaces an earlier code */
export async function storeStepUpCode(tx: Tx, id: string, codeMac: Buffer): Promise<void> {
  await tx
    .updateTable('session')
    .set({ step_up_code_mac: codeMac, step_up_code_at: now, wrong_step_up_codes: 0 })
    .where('id', '=', id)
    .execute()
}

/** primary key; the code of the session while it works. Locks the row, so that attempts are checked one after another. */
export function lockStepUpCode(tx: Tx, id: string) {
  return tx
    .selectFrom('session')
    .select('step_up_code_mac')
    .where('id', '=', id)
    .where('step_up_code_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .forUpdate()
    .executeTakeFirst()
}

/** primary key; a right code works once, and five wrong ones end it */
export async function noteStepUpAttempt(tx: Tx, id: string, isRight: boolean): Promise<void> {
  await tx
    .updateTable('session')
    .set(
      isRight
        ? { step_up_code_mac: null }
        : {
            wrong_step_up_codes: sql<number>`least(wrong_step_up_codes + 1, ${WRONG_CODES})`,
            step_up_code_mac: sql<Buffer | null>`case when wrong_step_up_codes + 1 < ${WRONG_CODES} then step_up_code_mac end`,
          },
    )
    .where('id', '=', id)
    .execute()
}

/** Primary key. Whether the session is younger than `minutes`. New tokens do not change its age. */
export async function isSessionYounger(db: Db, id: string, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .executeTakeFirst()
  return row !== undefined
}

/** primary key */
export function getPersonBySession(db: Db | Tx, sessionId: string) {
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['person.email', 'person.name', 'person.timezone_id', 'session.device'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
}
