/** The log-ins of providers that are joined to an account: seen and removed by whose it is. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import type { Passwords } from './passwords.ts'
import { dropIdentity, identitiesOf } from './queries/identity.ts'
import { passkeysOf } from './queries/passkeys.ts'
import { lockPerson } from './queries/people.ts'
import { requireOwner, type Shown } from './step-up.ts'
import { tellFactor } from './tell-factor.ts'
import type { IdentityView } from './wire/identities.ts'

export async function identitiesOfPerson({ db }: Pick<Deps, 'db'>, personId: string): Promise<IdentityView[]> {
  const identities = await identitiesOf(db, personId)
  return identities.map(({ id, provider, email, created_at, last_used_at }) => ({
    identityId: id,
    provider: provider as ProviderName,
    email,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
  }))
}

/** Nobody is left without a way in. What the provider let in before stays logged in. */
export async function removeIdentity(
  deps: Deps,
  passwords: Passwords,
  given: Shown & { identityId: string },
): Promise<Outcome<null>> {
  const { personId, identityId } = given
  const isTheirs = (await identitiesOf(deps.db, personId)).some(({ id }) => id === identityId)
  if (!isTheirs) return refused('IDENTITY_NOT_FOUND')
  const owner = await requireOwner(deps, passwords, given)
  if (!owner.ok) return owner
  return inOneTransaction(deps.db, async (tx) => {
    // Locked, so that the last two cannot go at once.
    const person = await lockPerson(tx, personId)
    const gone = await dropIdentity(tx, personId, identityId)
    if (!person || !gone) return refused('IDENTITY_NOT_FOUND')
    const others = [...(await identitiesOf(tx, personId)), ...(await passkeysOf(tx, personId))]
    if (!person.password_hash && others.length === 0) return refused('LAST_WAY_IN')
    await tellFactor(
      deps,
      tx,
      personId,
      { is: 'identity-removed', provider: gone.provider as ProviderName },
      identityId,
    )
    return accepted(null)
  })
}
