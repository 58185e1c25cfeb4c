import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeIdentityProof } from '#people/accounts/account-emails.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { accountPerson, getFamilyName, guestPerson } from '../../../../tests/providers/people.ts'
import { createSocialWorld, SITE, type SocialWorld } from '../../../../tests/world/social-world.ts'

let social: SocialWorld
beforeAll(async () => {
  social = await createSocialWorld()
})
afterAll(() => social.close())

let subject: string
let email: string
beforeEach(() => {
  subject = randomUUID()
  email = `${subject}@school.test`
  social.facebook.me = { id: subject, name: 'Ana Ortiz', email }
})

describe('a social log-in with an unverified address', () => {
  test('is completed by the mailed link in the same browser; from then on Facebook logs in', async () => {
    const { claim, token } = await requestProof()
    expect(await personByEmail(social.world.db, email)).toBeUndefined()
    expect((await confirm({ token, claim: claim })).status).toBe(200)
    expect(await getFamilyName(social.world, 'facebook', subject)).toEqual([email])
    expect((await personByEmail(social.world.db, email))?.email_verified_at).not.toBeNull()
    expect((await social.logIn('facebook')).status).toBe(200)
  })

  test('links to an existing learner, and verifies an existing guest', async () => {
    await accountPerson(social.world, email, ['learner'])
    const before = await personByEmail(social.world.db, email)
    expect((await confirm(await requestProof())).status).toBe(200)
    expect((await personByEmail(social.world.db, email))?.password_hash).toBe(before?.password_hash)

    const other = `guest-${email}`
    social.facebook.me = { id: randomUUID(), email: other }
    const { id } = await guestPerson(social.world, other)
    expect((await confirm(await requestProof())).status).toBe(200)
    expect(await personByEmail(social.world.db, other)).toMatchObject({ id, email_verified_at: expect.any(Date) })
  })

  test('notifies the owner of an existing account, but not a new person', async () => {
    expect((await confirm(await requestProof())).status).toBe(200)
    expect(await listNotices(email)).toEqual([])
    const known = `known-${email}`
    social.facebook.me = { id: randomUUID(), email: known }
    await accountPerson(social.world, known, ['learner'])
    expect((await confirm(await requestProof())).status).toBe(200)
    expect((await social.logIn('facebook')).status).toBe(200)
    expect(await listNotices(known)).toEqual([{ is: 'identity-added', provider: 'facebook' }])
  })

  test('is refused once the owner has removed the identity', async () => {
    await accountPerson(social.world, email, ['learner'])
    expect((await confirm(await requestProof())).status).toBe(200)
    const password = 'a long enough password'
    const call = async (path: string, body: object | null, token?: string) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      }
      const sent = body && { method: 'POST', body: JSON.stringify(body) }
      return fetch(`${social.base}/api/v1/${path}`, { headers, ...sent })
    }
    const { token } = await (await call('log-in', { email, password })).json()
    const { data } = await (await call('identities', null, token)).json()
    expect((await call(`identities/${data[0].identityId}/remove`, {}, token)).status).toBe(400)
    expect((await social.logIn('facebook')).status).toBe(200)
    expect((await call(`identities/${data[0].identityId}/remove`, { password }, token)).status).toBe(204)
    expect((await social.logIn('facebook')).status).toBe(401)
  })

  test('the link works once, and only with the browser’s claim', async () => {
    const { claim, token } = await requestProof()
    for (const body of [
      { token, claim: 'another browser' },
      { token: 'guessed', claim: claim },
      { token: claim, claim: token },
    ])
      expect(await confirm(body)).toMatchObject({ status: 400, body: { errorCode: 'RESET_INVALID' } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm({ token, claim: claim })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('a newer mail replaces the older one', async () => {
    const older = await requestProof()
    const newer = await requestProof()
    expect((await confirm(older)).status).toBe(400)
    expect((await confirm(newer)).status).toBe(200)
  })

  test('of an admin is refused like any other, with no mail', async () => {
    await accountPerson(social.world, email, ['learner', 'community-admin'])
    const { body } = await social.logIn('facebook')
    expect(body).toMatchObject({ errorCode: 'SOCIAL_FAILED', data: { claim: expect.any(String) } })
    expect(await getProofId(email)).toBeUndefined()
  })

  test('the link does not open the account of a person who became an admin meanwhile', async () => {
    const { claim, token } = await requestProof()
    await accountPerson(social.world, email, ['learner', 'community-admin'])
    expect((await confirm({ token, claim: claim })).status).toBe(400)
    expect(await getFamilyName(social.world, 'facebook', subject)).toEqual([])
  })

  test('at most three mails an hour go to one address, and the response stays the same', async () => {
    const proofs = []
    for (let round = 0; round < 5; round++) {
      expect((await social.logIn('facebook')).status).toBe(401)
      proofs.push(await getProofId(email))
    }
    expect(new Set(proofs.slice(0, 3)).size).toBe(3)
    expect(new Set(proofs.slice(2)).size).toBe(1)
  })
})

/** Starts a log-in, lets the worker send the mail, and reads its link. */
async function requestProof(): Promise<{ claim: string; token: string }> {
  const { status, body } = await social.logIn('facebook')
  expect(status).toBe(401)
  const proofId = await getProofId(social.facebook.me.email!)
  await writeIdentityProof(social.world, { proofId: proofId! })
  await writeIdentityProof(social.world, { proofId: proofId! })
  const mails = await social.world.db
    .selectFrom('mail')
    .select('text_body')
    .where('dedupe_key', '=', `identity-proof:${proofId}`)
    .execute()
  expect(mails).toHaveLength(1)
  const [, token] = new RegExp(`${SITE}/confirm-log-in#token=([\\w-]{43})`).exec(mails[0]!.text_body) ?? []
  return { claim: body.data!.claim!, token: token! }
}

/** Returns the queued notices about a person's log-in methods. */
async function listNotices(address: string): Promise<unknown[]> {
  const { id } = (await personByEmail(social.world.db, address))!
  const { rows } = await sql<{ change: unknown }>`
    select data->'change' as change from pgboss.job where name = 'account.factor-changed' and data->>'personId' = ${id}`.execute(
    social.world.db,
  )
  return rows.map(({ change }) => change)
}

async function getProofId(address: string): Promise<string | undefined> {
  const row = await social.world.db
    .selectFrom('identity_proof')
    .select('id')
    .where('email', '=', address)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

async function confirm(body: object) {
  const response = await fetch(`${social.base}/api/v1/confirm-social`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${Math.ceil(Math.random() * 250)}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
