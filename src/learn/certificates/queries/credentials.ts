/** The statements of signing keys and signed credentials. */
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { CredentialKey } from '#platform/db/types.gen.ts'
import { type CertificateRow, lockCertificate } from './certificates.ts'

/** The id of an advisory lock: one process at a time creates or retires a key. */
const KEY_LOCK = sql.lit(7_226_020)

export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEY_LOCK})`.execute(tx)
}

/** credential_key_current; shared lock, so that a key is retired only when nothing is being signed with it */
export function shareCurrentKey(tx: Tx): Promise<Selectable<CredentialKey> | undefined> {
  return tx
    .selectFrom('credential_key')
    .selectAll()
    .where('retired_at', 'is', null)
    .where('compromised_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

export async function insertKey(
  tx: Tx,
  key: { keyId: string; publicJwk: object; sealedPrivateKey: Buffer },
): Promise<void> {
  await tx
    .insertInto('credential_key')
    .values({
      key_id: key.keyId,
      public_jwk: JSON.stringify(key.publicJwk),
      sealed_private_key: key.sealedPrivateKey,
    })
    .execute()
}

/** credential_key_current; deletes the private part, which nothing needs any more */
export async function retireCurrentKey(tx: Tx, isCompromised: boolean): Promise<void> {
  await tx
    .updateTable('credential_key')
    .set({
      sealed_private_key: Buffer.alloc(0),
      ...(isCompromised ? { compromised_at: sql<Date>`now()` } : { retired_at: sql<Date>`now()` }),
    })
    .where('retired_at', 'is', null)
    .where('compromised_at', 'is', null)
    .execute()
}

/** Sequential scan: few keys. Every key that proves something, so no compromised one. */
export async function listPublicKeys(db: Db): Promise<unknown[]> {
  const rows = await db
    .selectFrom('credential_key')
    .select('public_jwk')
    .where('compromised_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map(({ public_jwk }) => public_jwk)
}

/** primary key; null for an unknown and for a compromised key */
export async function getPublicKey(db: Db, keyId: string): Promise<unknown> {
  const row = await db
    .selectFrom('credential_key')
    .select('public_jwk')
    .where('key_id', '=', keyId)
    .where('compromised_at', 'is', null)
    .executeTakeFirst()
  return row?.public_jwk ?? null
}

/** primary keys, enrolment_person; locks the certificate, so that one revision is signed at a time */
export async function lockSignedCertificate(tx: Tx, certificateId: string): Promise<CertificateToSign | null> {
  const row = await lockCertificate(tx, certificateId)
  if (!row) return null
  const { rows } = await sql<Omit<CertificateToSign, keyof CertificateRow>>`
    select (select id from credential where certificate_id = ${row.id} and revoked_at is null) as credential_id,
      coalesce((select max(revision) from credential where certificate_id = ${row.id}), 0)::integer as revision,
      exists (select from enrolment e join cohort on cohort.cohort_code = e.cohort_code
        where e.person_id = ${row.person_id} and e.state = 'active' and cohort.course_code = ${row.course_code}) as is_enrolled`.execute(
    tx,
  )
  return { ...row, ...rows[0]! }
}

export type CertificateToSign = CertificateRow & {
  /** The credential that is not revoked. */
  credential_id: string | null
  /** The last revision; 0 if none was signed. */
  revision: number
  is_enrolled: boolean
}

/** primary key, credential_current; revokes the revision before in the same statement */
export async function insertCredential(
  tx: Tx,
  credential: { id: string; certificateId: string; revision: number; keyId: string; jws: string; issuedAt: Date },
): Promise<void> {
  await endCredentials(tx, credential.certificateId)
  await tx
    .insertInto('credential')
    .values({
      id: credential.id,
      certificate_id: credential.certificateId,
      revision: credential.revision,
      key_id: credential.keyId,
      jws: credential.jws,
      issued_at: credential.issuedAt,
    })
    .execute()
}

/** credential_current */
export async function endCredentials(tx: Tx, certificateId: string): Promise<void> {
  await tx
    .updateTable('credential')
    .set({ revoked_at: sql<Date>`now()` })
    .where('certificate_id', '=', certificateId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** credential_current */
export async function getCredentialJws(db: Db, certificateId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .select('jws')
    .where('certificate_id', '=', certificateId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.jws ?? null
}

/** Sequential scan of credential: after a key was compromised. */
export async function listCertificatesSignedByOtherKeys(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credential')
    .innerJoin('certificate', 'certificate.id', 'credential.certificate_id')
    .select('certificate_id')
    .where('revoked_at', 'is', null)
    .where('certificate.state', '=', 'issued')
    .where('key_id', 'not in', (keys) =>
      keys
        .selectFrom('credential_key')
        .select('key_id')
        .where('retired_at', 'is', null)
        .where('compromised_at', 'is', null),
    )
    .limit(limit)
    .execute()
  return rows.map(({ certificate_id }) => certificate_id)
}

/**
 * Sequential scan of revoked credentials; the answer is cached for five minutes. The reason of a revoked certificate
 * is for its last revision; the earlier ones were replaced.
 */
export async function listRevokedCredentials(db: Db): Promise<{ id: string; reason: string | null }[]> {
  const { rows } = await sql<{ id: string; reason: string | null }>`
    select c.id, case when certificate.state = 'revoked' and not exists (select from credential later
        where later.certificate_id = c.certificate_id and later.revision > c.revision) then certificate.reason end as reason
    from credential c join certificate on certificate.id = c.certificate_id
    where c.revoked_at is not null order by c.revoked_at, c.id`.execute(db)
  return rows
}
