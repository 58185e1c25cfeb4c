/** Every statement about social log-in: who is who at a provider, log-ins that came back, mailboxes that are asked. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { ProviderName } from '#platform/identity/provider.ts'

const now = sql<Date>`now()`
/** From the browser's return to the last moment at which its token is taken. */
const RETURN_MINUTES = 10
const PROOF_MINUTES = 30

export type AtProvider = { provider: ProviderName; subject: string }

/** primary key; false where this log-in came back before. Takes along what is over, by social_flow_expires. */
export async function addFlow(
  db: Db,
  flow: { stateHash: Buffer; provider: ProviderName; nonce: string },
): Promise<boolean> {
  await db.deleteFrom('social_flow').where('expires_at', '<', now).execute()
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
export async function tieToken(db: Db, stateHash: Buffer, tokenHash: Buffer): Promise<void> {
  await db.updateTable('social_flow').set({ token_hash: tokenHash }).where('state_hash', '=', stateHash).execute()
}

/** social_flow_token; of two who hand in one token, one finds it used */
export function spendFlow(db: Db, provider: ProviderName, tokenHash: Buffer) {
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
export function touchIdentity(tx: Tx, { provider, subject }: AtProvider) {
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

/** primary key; of two at once the first one's person stays */
export async function addIdentity(tx: Tx, identity: AtProvider & { personId: string; email: string }): Promise<string> {
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
export function lockHolder(tx: Tx, email: string) {
  return tx
    .selectFrom('person')
    .select(['id', 'roles', 'email_verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
}

/** Primary key; a proved address loses nothing. False where there was nothing to take. */
export async function takeAddress(tx: Tx, personId: string): Promise<boolean> {
  const taken = await tx
    .updateTable('person')
    .set({ email_verified_at: now, password_hash: null })
    .where('id', '=', personId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** identity_proof_subject, identity_proof_expires; a newer mail takes the place of the older ones */
export async function addProof(
  tx: Tx,
  proof: AtProvider & { claimHash: Buffer; email: string; name: string | null },
): Promise<string> {
  const { provider, subject } = proof
  await tx
    .deleteFrom('identity_proof')
    .where(({ or, and, eb }) =>
      or([eb('expires_at', '<', now), and([eb('provider', '=', provider), eb('subject', '=', subject)])]),
    )
    .execute()
  const row = await tx
    .insertInto('identity_proof')
    .values({
      claim_hash: proof.claimHash,
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

/** primary key; undefined where its mail was written, or a newer one is asked for */
export function keepProofToken(tx: Tx, id: string, tokenHash: Buffer) {
  return tx
    .updateTable('identity_proof')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('token_hash', 'is', null)
    .returning(['provider', 'email', 'name'])
    .executeTakeFirst()
}

/** unique identity_proof.token_hash; works once, and only with what the asking browser holds */
export function spendProof(tx: Tx, tokenHash: Buffer, claimHash: Buffer) {
  return tx
    .updateTable('identity_proof')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('claim_hash', '=', claimHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['provider', 'subject', 'email', 'name'])
    .executeTakeFirst()
}

/** identity_person */
export function identitiesOf(db: Db | Tx, personId: string) {
  return db
    .selectFrom('identity')
    .select(['id', 'provider', 'email', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()
}

/** unique identity.id; undefined where it is not theirs */
export function dropIdentity(tx: Tx, personId: string, id: string) {
  return tx
    .deleteFrom('identity')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('provider')
    .executeTakeFirst()
}

/** identity_person; the proofs are few, and gone within the hour */
export async function forgetIdentities(tx: Tx, person: { id: string; email: string }): Promise<void> {
  await tx.deleteFrom('identity').where('person_id', '=', person.id).execute()
  await tx.deleteFrom('identity_proof').where('email', '=', person.email).execute()
}
