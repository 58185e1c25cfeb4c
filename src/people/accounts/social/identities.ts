/** Social log-ins that are linked to an account: the owner can list and remove them. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import type { Passwords } from '../password/passwords.ts'
import { deleteIdentity, listPersonIdentities } from '../queries/identity.ts'
import { listPasskeys } from '../queries/passkeys.ts'
import { lockPerson } from '../queries/people.ts'
import { notifyFactorChange } from '../second-factor/notify-factor-change.ts'
import { type OwnerCheckInput, requireOwner } from '../session/step-up.ts'
import type { IdentityView } from '../wire/identities.ts'

export async function listIdentityViews({ db }: Pick<Deps, 'db'>, personId: string): Promise<IdentityView[]> {
  const identities = await listPersonIdentities(db, personId)
  return identities.map(({ id, provider, email, created_at, last_used_at }) => ({
    identityId: id,
    provider: provider as ProviderName,
    email,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
  }))
}

/** Refuses to remove the last log-in method. Existing sessions stay logged in. */
export async function removeIdentity(
  deps: Deps,
  passwords: Passwords,
  input: OwnerCheckInput & { identityId: string },
): Promise<Outcome<null>> {
  const { personId, identityId } = input
  const isOwnIdentity = (await listPersonIdentities(deps.db, personId)).some(({ id }) => id === identityId)
  if (!isOwnIdentity) return refused('IDENTITY_NOT_FOUND')
  const owner = await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner
  return inOneTransaction(deps.db, async (tx) => {
    // Locked, so that two parallel requests cannot remove the last two.
    const person = await lockPerson(tx, personId)
    const deleted = await deleteIdentity(tx, personId, identityId)
    if (!person || !deleted) return refused('IDENTITY_NOT_FOUND')
    const remaining = [...(await listPersonIdentities(tx, personId)), ...(await listPasskeys(tx, personId))]
    if (!person.password_hash && remaining.length === 0) return refused('LAST_WAY_IN')
    await notifyFactorChange(
      deps,
      tx,
      personId,
      { is: 'identity-removed', provider: deleted.provider as ProviderName },
      identityId,
    )
    return accepted(null)
  })
}
