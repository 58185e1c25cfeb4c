/** From who somebody is at a provider to a session of a person here. Who may be joined to whom: src/domain/linking.ts. */
import { isEmail, normaliseEmail } from '#domain/contact.ts'
import { type Linking, linking } from '#domain/linking.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { PersonName } from '#http/schemas.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { Identity, ProviderName } from '#platform/identity/provider.ts'
import { spend } from '#platform/limits.ts'
import { identityProofMail } from './mail/identity-proof.ts'
import { addSessionFor, endSessionsOf, personForEmail } from './queries.ts'
import { addIdentity, addProof, lockHolder, spendProof, takeAddress, useIdentity } from './queries/identity.ts'
import { issueAccess, refreshToken } from './tokens.ts'
import type { Tokens } from './wire.ts'

type Somebody = Identity & { provider: ProviderName }
type Person = { id: string; roles: string[] }
type Entered = Person & { session: { id: string; counter: number } }

/** For those who tell no name; they can change it in their profile. */
const NAMELESS = 'Learner'

/** Enters, or asks the mailbox. What is refused says nothing about whose the address is. */
export async function enterAs(deps: Deps, told: Somebody, userAgent: string | null): Promise<Outcome<Tokens>> {
  const email = told.email && isEmail(told.email) ? normaliseEmail(told.email) : null
  const somebody = { ...told, email }
  const outcome = await transact(deps.db, (tx) => enter(tx, somebody, userAgent))
  if ('session' in outcome) return accepted(await tokensFor(deps, outcome))

  const claim = deps.secrets.newToken()
  if (outcome.action === 'prove' && email) await askMailbox(deps, { ...somebody, email }, claim)
  const reason = outcome.action === 'refuse' ? outcome.reason : 'nobody vouches for the address: the mailbox is asked'
  return refused('SOCIAL_FAILED', { reason, data: { claim } })
}

/** The mailbox has answered: the link of the mail, in the browser that asked. */
export async function enterByMail(
  deps: Deps,
  given: { token: string; claim: string; ip: string; userAgent: string | null },
): Promise<Outcome<Tokens>> {
  const wait = await spend(deps.db, 'mailedLink', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const { hash } = deps.secrets
  const outcome = await transact(deps.db, async (tx) => {
    const proof = await spendProof(tx, hash(given.token), hash(given.claim))
    const provider = proof?.provider as ProviderName
    return proof && enter(tx, { ...proof, provider, emailVerified: true, isAuthoritative: true }, given.userAgent)
  })
  if (outcome && 'session' in outcome) return accepted(await tokensFor(deps, outcome))
  return refused('RESET_INVALID', { reason: outcome ? 'the person may not be joined' : 'not in this browser, or used' })
}

async function enter(tx: Tx, somebody: Somebody, userAgent: string | null): Promise<Entered | Linking> {
  const person = (await useIdentity(tx, somebody)) ?? (await join(tx, somebody))
  if ('action' in person) return person
  if (isAdmin(person)) return { action: 'refuse', reason: 'a community admin logs in with a password' }
  return { ...person, session: await addSessionFor(tx, person.id, 'learner', userAgent) }
}

async function join(tx: Tx, { email, name, ...somebody }: Somebody): Promise<Person | Linking> {
  const holder = email === null ? undefined : await lockHolder(tx, email)
  const decided = linking(
    { ...somebody, email },
    holder ? { isVerified: holder.email_verified_at !== null, isAdmin: isAdmin(holder) } : null,
  )
  if (email === null || decided.action === 'prove' || decided.action === 'refuse') return decided

  const called = PersonName.safeParse(name?.slice(0, 120)).data ?? NAMELESS
  const { id } = holder ?? (await personForEmail(tx, { email, name: called, phoneNumber: null, timezoneId: null }))
  if (await takeAddress(tx, id)) await endSessionsOf(tx, id)
  await addIdentity(tx, { ...somebody, personId: id, email })
  return (await useIdentity(tx, somebody))!
}

/** Three mails an hour to one address; who asks for more is answered as always. Contract §2. */
async function askMailbox(deps: Deps, somebody: Somebody & { email: string }, claim: string): Promise<void> {
  if (await spend(deps.db, 'identityProof', somebody.email)) return
  const token = deps.secrets.newToken()
  const { hash } = deps.secrets
  await transact(deps.db, async (tx) => {
    await addProof(tx, { ...somebody, hash: hash(token), claimHash: hash(claim) })
    await post(tx, deps.jobs, {
      dedupeKey: `identity-proof:${hash(token).toString('hex')}`,
      to: somebody.email,
      ...identityProofMail({
        provider: somebody.provider,
        name: somebody.name,
        url: `${new URL('/confirm-log-in', deps.config.publicUrl).href}#token=${token}`,
        supportAddress: deps.config.supportAddress,
      }),
    })
  })
}

async function tokensFor(deps: Deps, { id, roles, session }: Entered): Promise<Tokens> {
  const claims = { personId: id, sessionId: session.id, audience: 'learner' as const }
  return {
    token: await issueAccess(deps.secrets, claims, roles, deps.clock()),
    refresh_token: refreshToken(deps.secrets, session.id, session.counter),
  }
}

function isAdmin({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes('community-admin')
}
