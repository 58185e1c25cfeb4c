/** Every statement about social log-in: linked identities, flows that returned, and e-mail proofs. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { ProviderName } from '#platform/identity/provider.ts'

const now = sql<Date>`now()`
/** Time after the browser's return in which its token is accepted. */
const RETURN_MINUTES = 10
const PROOF_MINUTES = 30
/** A call deletes at most this many expired rows. The hourly job deletes the others. */
const EXPIRED_PER_CALL = 100

export type ProviderAccount = { provider: ProviderName; subject: string }

/** Primary key. False if this flow returned before. Also deletes some expired flows, by social_flow_expires. */
export async function addFlow(
  db: Db,
  flow: { stateHash: Buffer; provider: ProviderName; nonce: string },
): Promise<boolean> {
  await sql`delete from social_flow where state_hash in (
    select state_hash from social_flow where expires_at < now() limit ${EXPIRED_PER_CALL} for update skip locked)`.execute(
    db,
  )
  const added = await db
    .insertInto('social_flow')
    .values({
      state_hash: flow.stateHash,
      provider: flow.provider,
      nonce: flow.nonce,
      expires_at: sql`now() + ${RETURN_MINUTES} * interval '1 minute'`,
    })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .returning('state_hash')
    .executeTakeFirst()
  return added !== undefined
}

/** primary key */
export async function storeFlowToken(db: Db, stateHash: Buffer, tokenHash: Buffer): Promise<void> {
  await db.updateTable('social_flow').set({ token_hash: tokenHash }).where('state_hash', '=', stateHash).execute()
}

/** social_flow_token; of two calls with the same token only one succeeds */
export function consumeFlow(db: Db, provider: ProviderName, tokenHash: Buffer) {
  return db
    .updateTable('social_flow')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('nonce')
    .executeTakeFirst()
}

/** primary key */
export function recordIdentityUse(tx: Tx, { provider, subject }: ProviderAccount) {
  return tx
    .updateTable('identity')
    .from('person')
    .set({ last_used_at: now })
    .whereRef('person.id', '=', 'identity.person_id')
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .returning(['person.id', 'person.email', 'person.roles'])
    .executeTakeFirst()
}

/** primary key; of two parallel calls the person of the first one stays */
export async function addIdentity(
  tx: Tx,
  identity: ProviderAccount & { personId: string; email: string },
): Promise<string> {
  const row = await tx
    .insertInto('identity')
    .values({
      provider: identity.provider,
      subject: identity.subject,
      person_id: identity.personId,
      email: identity.email,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doUpdateSet({ last_used_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** unique person.email; locks the row until the transaction ends */
export function lockPersonByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('person')
    .select(['id', 'roles', 'email_verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
}

/** Primary key. Verifies the address and removes the password, unless the address was verified before; then false. */
export async function adoptUnverifiedPerson(tx: Tx, personId: string): Promise<boolean> {
  const updated = await tx
    .updateTable('person')
    .set({ email_verified_at: now, password_hash: null })
    .where('id', '=', personId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** identity_proof_subject, identity_proof_expires; a newer e-mail replaces the older ones */
export async function addProof(
  tx: Tx,
  proof: ProviderAccount & { browserTokenHash: Buffer; email: string; name: string | null },
): Promise<string> {
  const { provider, subject } = proof
  await sql`delete from identity_proof where id in (
    select id from identity_proof where expires_at < now() limit ${EXPIRED_PER_CALL} for update skip locked)`.execute(
    tx,
  )
  await tx.deleteFrom('identity_proof').where('provider', '=', provider).where('subject', '=', subject).execute()
  const row = await tx
    .insertInto('identity_proof')
    .values({
      browser_hash: proof.browserTokenHash,
      provider,
      subject,
      email: proof.email,
      name: proof.name,
      expires_at: sql`now() + ${PROOF_MINUTES} * interval '1 minute'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** primary key; undefined if its e-mail was written, or a newer one was requested */
export function storeProofToken(tx: Tx, id: string, tokenHash: Buffer) {
  return tx
    .updateTable('identity_proof')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('token_hash', 'is', null)
    .returning(['provider', 'email', 'name'])
    .executeTakeFirst()
}

/** unique identity_proof.token_hash; works once, and only with the token of the browser that requested it */
export function consumeProof(tx: Tx, tokenHash: Buffer, browserTokenHash: Buffer) {
  return tx
    .updateTable('identity_proof')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('browser_hash', '=', browserTokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['provider', 'subject', 'email', 'name'])
    .executeTakeFirst()
}

/** identity_person */
export function listPersonIdentities(db: Db | Tx, personId: string) {
  return db
    .selectFrom('identity')
    .select(['id', 'provider', 'email', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()
}

/** unique identity.id; undefined if the identity belongs to another person */
export function deleteIdentity(tx: Tx, personId: string, id: string) {
  return tx
    .deleteFrom('identity')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('provider')
    .executeTakeFirst()
}

/** identity_person; sequential scan of the proofs, which are few and expire within an hour */
export async function deleteIdentities(tx: Tx, person: { id: string; email: string }): Promise<void> {
  await tx.deleteFrom('identity').where('person_id', '=', person.id).execute()
  await tx.deleteFrom('identity_proof').where('email', '=', person.email).execute()
}
