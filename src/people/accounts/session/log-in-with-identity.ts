/** Logs a person in by an identity at a provider. src/domain/linking.ts decides which accounts may be linked. */
import { isEmail, normaliseEmail, toMailbox } from '#domain/contact.ts'
import { decideLinking, type LinkDecision } from '#domain/linking.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { PersonName } from '#http/schemas.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Identity, ProviderName } from '#platform/identity/provider.ts'
import { consumeLimit } from '#platform/limits.ts'
import {
  addIdentity,
  addProof,
  adoptUnverifiedPerson,
  consumeProof,
  lockPersonByEmail,
  recordIdentityUse,
} from '../queries/identity.ts'
import { getOrCreatePerson } from '../queries/people.ts'
import { lockTotp } from '../queries/second-factor.ts'
import { endPersonSessions } from '../queries/sessions.ts'
import { deleteSignUps } from '../queries/sign-ups.ts'
import { accountIdentityRequestedJob } from '../queue.ts'
import { notifyFactorChange } from '../second-factor/notify-factor-change.ts'
import { type CreatedSession, createSession } from './create-session.ts'
import type { Device } from './device.ts'

type ProviderIdentity = Identity & { provider: ProviderName }
type Person = { id: string; email: string; roles: string[] }

/** The name of a person whose provider sends none. They can change it in their profile. */
const DEFAULT_NAME = 'Learner'

/** Logs in, or sends an e-mail to confirm the address. A refusal never shows whether the address has an account. */
export async function logInWithIdentity(
  deps: Deps,
  providerIdentity: ProviderIdentity,
  device: Device,
): Promise<Outcome<CreatedSession>> {
  const email =
    providerIdentity.email && isEmail(providerIdentity.email) ? normaliseEmail(providerIdentity.email) : null
  const identity = { ...providerIdentity, email }
  const outcome = await transact(deps.db, (tx) => logInOrLink(deps, tx, identity, device))
  if ('tokens' in outcome) return accepted(outcome)

  const browserToken = deps.secrets.newToken()
  if (outcome.action === 'prove' && email) await requestEmailProof(deps, { ...identity, email }, browserToken)
  const reason =
    outcome.action === 'refuse' ? outcome.reason : 'the address is not verified: a confirmation e-mail is sent'
  return refused('SOCIAL_FAILED', { reason, data: { claim: browserToken } })
}

/** Logs in with the mailed link, in the browser that requested it. */
export async function logInByMailedLink(
  deps: Deps,
  input: { token: string; browserToken: string; ip: string; device: Device },
): Promise<Outcome<CreatedSession>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', input.ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const { hash } = deps.secrets
  const outcome = await transact(deps.db, async (tx) => {
    const proof = await consumeProof(tx, hash(input.token), hash(input.browserToken))
    const provider = proof?.provider as ProviderName
    return (
      proof && logInOrLink(deps, tx, { ...proof, emailVerified: true, isAuthoritative: true, provider }, input.device)
    )
  })
  if (outcome && 'tokens' in outcome) return accepted(outcome)
  return refused('RESET_INVALID', {
    reason: outcome ? 'the account may not be linked' : 'used, or opened in another browser',
  })
}

async function logInOrLink(
  deps: Deps,
  tx: Tx,
  identity: ProviderIdentity,
  device: Device,
): Promise<CreatedSession | LinkDecision> {
  const person = (await recordIdentityUse(tx, identity)) ?? (await linkIdentity(deps, tx, identity))
  if ('action' in person) return person
  if (isAdmin(person)) return { action: 'refuse', reason: 'a community admin logs in with a password' }
  return createSession(deps, tx, person, 'learner', device, false)
}

async function linkIdentity(
  deps: Deps,
  tx: Tx,
  { email, name, ...identity }: ProviderIdentity,
): Promise<Person | LinkDecision> {
  const existingPerson = email === null ? undefined : await lockPersonByEmail(tx, email)
  const decision = decideLinking(
    { ...identity, email },
    existingPerson
      ? {
          isVerified: existingPerson.email_verified_at !== null,
          isAdmin: isAdmin(existingPerson),
          hasSecondFactor: (await lockTotp(tx, existingPerson.id)) !== undefined,
        }
      : null,
  )
  if (email === null || decision.action === 'prove' || decision.action === 'refuse') return decision

  const displayName = PersonName.safeParse(name?.slice(0, 120)).data ?? DEFAULT_NAME
  const { id } =
    existingPerson ?? (await getOrCreatePerson(tx, { email, name: displayName, phoneNumber: null, timezoneId: null }))
  if (await adoptUnverifiedPerson(tx, id)) await endPersonSessions(tx, id, 'password-reset')
  await deleteSignUps(tx, email)
  const identityId = await addIdentity(tx, { ...identity, personId: id, email })
  if (existingPerson)
    await notifyFactorChange(deps, tx, id, { is: 'identity-added', provider: identity.provider }, identityId)
  return (await recordIdentityUse(tx, identity))!
}

/** Queues the e-mail, at most three an hour per address. Further requests get the same response. docs/contract §2. */
async function requestEmailProof(
  deps: Deps,
  identity: ProviderIdentity & { email: string },
  browserToken: string,
): Promise<void> {
  if (await consumeLimit(deps.db, 'emailPerRecipient', toMailbox(identity.email))) return
  await transact(deps.db, async (tx) => {
    const proofId = await addProof(tx, { ...identity, browserTokenHash: deps.secrets.hash(browserToken) })
    await deps.jobs.enqueue(tx, accountIdentityRequestedJob, { proofId })
  })
}

function isAdmin({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes('community-admin')
}
