/**
 * The worker writes the e-mails about an account, once for each event, even if a job runs again. Their links use
 * PUBLIC_URL only, never the headers of a request.
 */
import { randomInt } from 'node:crypto'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import type { EmailSender, RenderedEmail } from '#people/mailing/email.tsx'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { MailKey } from '#people/mailing/mail-kinds.ts'
import { hasMail } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { PROVIDER_LABELS, type ProviderName } from '#platform/identity/provider.ts'
import {
  adminLogInMail,
  identityProofMail,
  knownAddressMail,
  logInLinkMail,
  newDeviceMail,
  passwordChangedMail,
  resetMail,
  stepUpCodeMail,
  verificationMail,
} from './mail/account.ts'
import { listPersonIdentities, storeProofToken } from './queries/identity.ts'
import { addMailedToken } from './queries/links.ts'
import { listPasskeys } from './queries/passkeys.ts'
import { lockPerson, personByEmail, personById } from './queries/people.ts'
import { getPersonBySession, storeStepUpCode } from './queries/sessions.ts'
import { lockSignUp, storeProofs } from './queries/sign-ups.ts'
import { createStepUpCodeMac } from './session/step-up-code.ts'
import { createCodeMac } from './sign-up/verify-email.ts'

const CODE_DIGITS = 6
/** docs/contract §3. */
const RESET_MINUTES = 30
const LOG_IN_MINUTES = 15

/**
 * Each e-mail has a new link and code, and replaces the earlier ones of the same sign-up. A guest who has bought
 * gets no code, because a code never opens an existing account.
 */
export async function writeVerification(deps: Deps, event: { signUpId: string; mailNumber: number }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const dedupeKey = `sign-up:${event.signUpId}:${event.mailNumber}` as const
    const signUp = await lockSignUp(tx, event.signUpId)
    if (!signUp || signUp.mails_requested !== event.mailNumber || (await hasMail(tx, dedupeKey))) return

    const existingPerson = await personByEmail(tx, signUp.email)
    if (existingPerson?.email_verified_at) {
      const emailContent = knownAddressMail({ ...getContactLinks(deps), logInUrl: createLink(deps, '/?login=1') })
      return enqueueMail(tx, deps.jobs, { dedupeKey, to: signUp.email, ...emailContent })
    }
    const token = deps.secrets.newToken()
    const code = existingPerson ? null : createCode()
    const proofs = {
      tokenHash: deps.secrets.hash(token),
      codeMac: code ? createCodeMac(deps, signUp.email, code) : null,
    }
    await storeProofs(tx, signUp, proofs)
    const emailContent = verificationMail({
      ...getContactLinks(deps),
      name: signUp.name,
      code,
      url: createLink(deps, '/verify-email', token),
    })
    await enqueueMail(tx, deps.jobs, { dedupeKey, to: signUp.email, ...emailContent })
  })
}

/** Writes the e-mail with a link to a new password, if the address has an account. */
export async function writeReset(deps: Deps, event: { sealed: string; askId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const dedupeKey = `reset:${event.askId}` as const
    const existingPerson = await personByEmail(tx, deps.secrets.open(Buffer.from(event.sealed, 'base64url')))
    // Locked, so that only the newest of several parallel links works.
    const person = existingPerson && (await lockPerson(tx, existingPerson.id))
    if (!person || (await hasMail(tx, dedupeKey))) return
    const token = deps.secrets.newToken()
    const hash = deps.secrets.hash(token)
    await addMailedToken(tx, { hash, personId: person.id, purpose: 'reset-password', minutes: RESET_MINUTES })
    const emailContent = resetMail({ ...getContactLinks(deps), url: createLink(deps, '/reset-password', token) })
    await enqueueMail(tx, deps.jobs, { dedupeKey, to: person.email, ...emailContent })
  })
}

/** Writes the e-mail with a link that logs in, if the address has an account. An admin is told to use the password. */
export async function writeLogInLink(deps: Deps, event: { sealed: string; askId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const dedupeKey = `log-in-link:${event.askId}` as const
    const existingPerson = await personByEmail(tx, deps.secrets.open(Buffer.from(event.sealed, 'base64url')))
    // Locked, so that only the newest of several parallel links works.
    const person = existingPerson && (await lockPerson(tx, existingPerson.id))
    if (!person || (await hasMail(tx, dedupeKey))) return
    const isAdmin = person.roles.includes('community-admin')
    const token = isAdmin ? null : deps.secrets.newToken()
    if (token) {
      const hash = deps.secrets.hash(token)
      await addMailedToken(tx, { hash, personId: person.id, purpose: 'log-in', minutes: LOG_IN_MINUTES })
    }
    const emailContent = token
      ? logInLinkMail({ ...getContactLinks(deps), url: createLink(deps, '/log-in-link', token) })
      : adminLogInMail({ ...getContactLinks(deps), url: createLink(deps, '/login') })
    await enqueueMail(tx, deps.jobs, { dedupeKey, to: person.email, ...emailContent })
  })
}

/** Writes the code for a step-up of the session. Only the newest of a session works. */
export async function writeStepUpCode(deps: Deps, event: { sessionId: string; askId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const dedupeKey = `step-up-code:${event.askId}` as const
    const person = await getPersonBySession(tx, event.sessionId)
    if (!person || (await hasMail(tx, dedupeKey))) return
    const code = createCode()
    await storeStepUpCode(tx, event.sessionId, createStepUpCodeMac(deps, event.sessionId, code))
    const settingsUrl = createLink(deps, '/portal/settings')
    const emailContent = stepUpCodeMail({ ...getContactLinks(deps), name: person.name, code, settingsUrl })
    await enqueueMail(tx, deps.jobs, { dedupeKey, to: person.email, ...emailContent })
  })
}

export async function writePasswordChanged(
  deps: Deps,
  event: { personId: string; changeId: string; at: string },
): Promise<void> {
  const person = await personById(deps.db, event.personId)
  if (!person) return
  const [passkeys, identities] = await Promise.all([
    listPasskeys(deps.db, person.id),
    listPersonIdentities(deps.db, person.id),
  ])
  const otherLogIns = [
    ...passkeys.map(({ name }) => `the passkey “${name}”`),
    ...identities.map(({ provider }) => PROVIDER_LABELS[provider as ProviderName]),
  ]
  const settingsUrl = createLink(deps, '/portal/settings')
  const emailContent = passwordChangedMail({
    ...getContactLinks(deps),
    at: formatLocalTime(person, event.at),
    otherLogIns: otherLogIns,
    settingsUrl,
  })
  await postEmail(deps, `password-changed:${event.changeId}`, person.email, emailContent)
}

export async function writeNewDevice(deps: Deps, event: { sessionId: string; at: string }): Promise<void> {
  const person = await getPersonBySession(deps.db, event.sessionId)
  if (!person) return
  const emailContent = newDeviceMail({
    ...getContactLinks(deps),
    device: person.device,
    at: formatLocalTime(person, event.at),
  })
  await postEmail(deps, `new-device:${event.sessionId}`, person.email, emailContent)
}

/** Asks the owner of an address whether they started a social log-in. */
export async function writeIdentityProof(deps: Deps, { proofId }: { proofId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const token = deps.secrets.newToken()
    const proof = await storeProofToken(tx, proofId, deps.secrets.hash(token))
    if (!proof) return
    const emailContent = identityProofMail({
      ...getContactLinks(deps),
      provider: PROVIDER_LABELS[proof.provider as ProviderName],
      name: proof.name,
      url: createLink(deps, '/confirm-log-in', token),
    })
    await enqueueMail(tx, deps.jobs, { dedupeKey: `identity-proof:${proofId}`, to: proof.email, ...emailContent })
  })
}

const createCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

async function postEmail(deps: Deps, dedupeKey: MailKey, to: string, emailContent: RenderedEmail): Promise<void> {
  await transact(deps.db, (tx) => enqueueMail(tx, deps.jobs, { dedupeKey, to, ...emailContent }))
}

/** The token is in the fragment, so that it appears in no server log and no Referer header. */
function createLink({ config }: Pick<Deps, 'config'>, path: string, token?: string): string {
  return `${new URL(path, config.publicUrl).href}${token ? `#token=${token}` : ''}`
}

function getContactLinks(deps: Deps): { sender: EmailSender; forgetUrl: string } {
  return { sender: deps.site.current, forgetUrl: createLink(deps, '/forget-password') }
}

function formatLocalTime(person: { timezone_id: string | null }, at: string): string {
  return toZoneTime(new Date(at), person.timezone_id ?? 'UTC').displayText
}
