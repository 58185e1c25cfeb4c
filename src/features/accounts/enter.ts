/** From who somebody is at a provider to a session of a person here. Who may be joined to whom: src/domain/linking.ts. */
import { isEmail, mailboxOf, normaliseEmail } from '#domain/contact.ts'
import { type Linking, linking } from '#domain/linking.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { PersonName } from '#http/schemas.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { Identity, ProviderName } from '#platform/identity/provider.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Device } from './device.ts'
import { type Opened, openSession } from './open-session.ts'
import { addIdentity, addProof, lockHolder, spendProof, takeAddress, touchIdentity } from './queries/identity.ts'
import { personForEmail } from './queries/people.ts'
import { lockTotp } from './queries/second-factor.ts'
import { endSessionsOf } from './queries/sessions.ts'
import { dropSignUps } from './queries/sign-ups.ts'
import { tellFactor } from './tell-factor.ts'

type Somebody = Identity & { provider: ProviderName }
type Person = { id: string; email: string; roles: string[] }

/** For those who tell no name; they can change it in their profile. */
const NAMELESS = 'Learner'

/** Enters, or asks the mailbox. What is refused says nothing about whose the address is. */
export async function enterAs(deps: Deps, told: Somebody, device: Device): Promise<Outcome<Opened>> {
  const email = told.email && isEmail(told.email) ? normaliseEmail(told.email) : null
  const somebody = { ...told, email }
  const outcome = await transact(deps.db, (tx) => enter(deps, tx, somebody, device))
  if ('tokens' in outcome) return accepted(outcome)

  const claim = deps.secrets.newToken()
  if (outcome.action === 'prove' && email) await askMailbox(deps, { ...somebody, email }, claim)
  const reason = outcome.action === 'refuse' ? outcome.reason : 'nobody vouches for the address: the mailbox is asked'
  return refused('SOCIAL_FAILED', { reason, data: { claim } })
}

/** The mailbox has answered: the link of the mail, in the browser that asked. */
export async function enterByMail(
  deps: Deps,
  given: { token: string; claim: string; ip: string; device: Device },
): Promise<Outcome<Opened>> {
  const wait = await consumeLimit(deps.db, 'mailedLink', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const { hash } = deps.secrets
  const outcome = await transact(deps.db, async (tx) => {
    const proof = await spendProof(tx, hash(given.token), hash(given.claim))
    const provider = proof?.provider as ProviderName
    const vouched = { emailVerified: true, isAuthoritative: true }
    return proof && enter(deps, tx, { ...proof, ...vouched, provider }, given.device)
  })
  if (outcome && 'tokens' in outcome) return accepted(outcome)
  return refused('RESET_INVALID', { reason: outcome ? 'the person may not be joined' : 'not in this browser, or used' })
}

async function enter(deps: Deps, tx: Tx, somebody: Somebody, device: Device): Promise<Opened | Linking> {
  const person = (await touchIdentity(tx, somebody)) ?? (await join(deps, tx, somebody))
  if ('action' in person) return person
  if (isAdmin(person)) return { action: 'refuse', reason: 'a community admin logs in with a password' }
  return openSession(deps, tx, person, 'learner', device, false)
}

async function join(deps: Deps, tx: Tx, { email, name, ...somebody }: Somebody): Promise<Person | Linking> {
  const holder = email === null ? undefined : await lockHolder(tx, email)
  const decided = linking(
    { ...somebody, email },
    holder
      ? {
          isVerified: holder.email_verified_at !== null,
          isAdmin: isAdmin(holder),
          hasSecondFactor: (await lockTotp(tx, holder.id)) !== undefined,
        }
      : null,
  )
  if (email === null || decided.action === 'prove' || decided.action === 'refuse') return decided

  const called = PersonName.safeParse(name?.slice(0, 120)).data ?? NAMELESS
  const { id } = holder ?? (await personForEmail(tx, { email, name: called, phoneNumber: null, timezoneId: null }))
  if (await takeAddress(tx, id)) await endSessionsOf(tx, id, 'password-reset')
  await dropSignUps(tx, email)
  const identityId = await addIdentity(tx, { ...somebody, personId: id, email })
  if (holder) await tellFactor(deps, tx, id, { is: 'identity-added', provider: somebody.provider }, identityId)
  return (await touchIdentity(tx, somebody))!
}

/** Queues the mail, three an hour to one address; who asks for more is answered as always. Contract §2. */
async function askMailbox(deps: Deps, somebody: Somebody & { email: string }, claim: string): Promise<void> {
  if (await consumeLimit(deps.db, 'mailTo', mailboxOf(somebody.email))) return
  await transact(deps.db, async (tx) => {
    const proofId = await addProof(tx, { ...somebody, claimHash: deps.secrets.hash(claim) })
    await deps.jobs.enqueue(tx, 'account.identity-asked', { proofId })
  })
}

function isAdmin({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes('community-admin')
}
