/**
 * The worker writes the account's mails: once for each piece of news, however often it is told. Their
 * addresses come from PUBLIC_URL and from nothing that a request says.
 */
import { randomInt } from 'node:crypto'
import { inZone } from '#domain/schedule.ts'
import type { Words } from '#features/mailing/email.tsx'
import { post } from '#features/mailing/post.ts'
import { wasWritten } from '#features/mailing/queries.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import {
  identityProofMail,
  knownAddressMail,
  newDeviceMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './mail/account.ts'
import { providerLabels } from './provider-labels.ts'
import { identitiesOf, keepProofToken } from './queries/identity.ts'
import { addMailedToken } from './queries/links.ts'
import { passkeysOf } from './queries/passkeys.ts'
import { lockPerson, personByEmail, personById } from './queries/people.ts'
import { personOfSession } from './queries/sessions.ts'
import { keepProofs, lockSignUp } from './queries/sign-ups.ts'
import { codeMac } from './verify-email.ts'

const CODE_DIGITS = 6
/** Contract §3. */
const RESET_MINUTES = 30

/**
 * Each mail has a link and a code of its own, and puts those that the same sign-up had before out of use. A guest who
 * has bought gets no code: a code never opens an account that exists.
 */
export async function writeVerification(deps: Deps, news: { signUpId: string; asked: number }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const dedupeKey = `sign-up:${news.signUpId}:${news.asked}`
    const signUp = await lockSignUp(tx, news.signUpId)
    if (!signUp || signUp.mails_asked !== news.asked || (await wasWritten(tx, dedupeKey))) return

    const known = await personByEmail(tx, signUp.email)
    if (known?.email_verified_at) {
      const words = knownAddressMail({ ...aboutUs(deps), logInUrl: linkTo(deps, '/?login=1') })
      return post(tx, deps.jobs, { dedupeKey, to: signUp.email, ...words })
    }
    const token = deps.secrets.newToken()
    const code = known ? null : String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const proofs = { tokenHash: deps.secrets.hash(token), codeMac: code ? codeMac(deps, signUp.email, code) : null }
    await keepProofs(tx, signUp, proofs)
    const words = verificationMail({
      ...aboutUs(deps),
      name: signUp.name,
      code,
      url: linkTo(deps, '/verify-email', token),
    })
    await post(tx, deps.jobs, { dedupeKey, to: signUp.email, ...words })
  })
}

/** The link to a new password, where the address has an account. */
export async function writeReset(deps: Deps, news: { sealed: string; askId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const dedupeKey = `reset:${news.askId}`
    const known = await personByEmail(tx, deps.secrets.open(Buffer.from(news.sealed, 'base64url')))
    // Locked, so that of several links that are made at once the newest alone works.
    const person = known && (await lockPerson(tx, known.id))
    if (!person || (await wasWritten(tx, dedupeKey))) return
    const token = deps.secrets.newToken()
    const hash = deps.secrets.hash(token)
    await addMailedToken(tx, { hash, personId: person.id, purpose: 'reset-password', minutes: RESET_MINUTES })
    const words = resetMail({ ...aboutUs(deps), url: linkTo(deps, '/reset-password', token) })
    await post(tx, deps.jobs, { dedupeKey, to: person.email, ...words })
  })
}

export async function writePasswordChanged(
  deps: Deps,
  news: { personId: string; changeId: string; at: string },
): Promise<void> {
  const person = await personById(deps.db, news.personId)
  if (!person) return
  const [passkeys, identities] = await Promise.all([passkeysOf(deps.db, person.id), identitiesOf(deps.db, person.id)])
  const waysLeft = [
    ...passkeys.map(({ name }) => `the passkey “${name}”`),
    ...identities.map(({ provider }) => providerLabels[provider as ProviderName]),
  ]
  const settingsUrl = linkTo(deps, '/portal/settings')
  const words = passwordChangedMail({ ...aboutUs(deps), at: whenFor(person, news.at), waysLeft, settingsUrl })
  await tell(deps, `password-changed:${news.changeId}`, person.email, words)
}

export async function writeNewDevice(deps: Deps, news: { sessionId: string; at: string }): Promise<void> {
  const person = await personOfSession(deps.db, news.sessionId)
  if (!person) return
  const words = newDeviceMail({ ...aboutUs(deps), device: person.device, at: whenFor(person, news.at) })
  await tell(deps, `new-device:${news.sessionId}`, person.email, words)
}

/** Asks the owner of an address whether it was they who came by a provider of social log-in. */
export async function writeIdentityProof(deps: Deps, { proofId }: { proofId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const token = deps.secrets.newToken()
    const proof = await keepProofToken(tx, proofId, deps.secrets.hash(token))
    if (!proof) return
    const words = identityProofMail({
      ...aboutUs(deps),
      provider: providerLabels[proof.provider as ProviderName],
      name: proof.name,
      url: linkTo(deps, '/confirm-log-in', token),
    })
    await post(tx, deps.jobs, { dedupeKey: `identity-proof:${proofId}`, to: proof.email, ...words })
  })
}

async function tell(deps: Deps, dedupeKey: string, to: string, words: Words): Promise<void> {
  await transact(deps.db, (tx) => post(tx, deps.jobs, { dedupeKey, to, ...words }))
}

/** A secret stands behind the #, so that no server's log and no Referer ever holds it. */
function linkTo({ config }: Pick<Deps, 'config'>, path: string, token?: string): string {
  return `${new URL(path, config.publicUrl).href}${token ? `#token=${token}` : ''}`
}

function aboutUs(deps: Deps): { supportAddress: string; forgetUrl: string } {
  return { supportAddress: deps.config.supportAddress, forgetUrl: linkTo(deps, '/forget-password') }
}

function whenFor(person: { timezone_id: string | null }, at: string): string {
  return inZone(new Date(at), person.timezone_id ?? 'UTC').displayText
}
