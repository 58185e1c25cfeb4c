import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeIdentityProof } from '#features/accounts/account-emails.ts'
import { personByEmail } from '#features/accounts/queries/people.ts'
import { accountPerson, familyOf, guestPerson } from '../../tests/providers/people.ts'
import { openSocialWorld, SITE, type SocialWorld } from '../../tests/providers/social-world.ts'

let social: SocialWorld
beforeAll(async () => {
  social = await openSocialWorld()
})
afterAll(() => social.close())

let subject: string
let email: string
beforeEach(() => {
  subject = randomUUID()
  email = `${subject}@school.test`
  social.facebook.me = { id: subject, name: 'Ana Ortiz', email }
})

describe('a log-in whose address nobody vouches for', () => {
  test('is finished by the mailed link, in the browser that asked; from then on Facebook lets in', async () => {
    const { claim, token } = await asked()
    expect(await personByEmail(social.world.db, email)).toBeUndefined()
    expect((await confirm({ token, claim })).status).toBe(200)
    expect(await familyOf(social.world, 'facebook', subject)).toEqual([email])
    expect((await personByEmail(social.world.db, email))?.email_verified_at).not.toBeNull()
    expect((await social.logIn('facebook')).status).toBe(200)
  })

  test('gives a learner who is there the same account, and a guest theirs, proved', async () => {
    await accountPerson(social.world, email, ['learner'])
    const before = await personByEmail(social.world.db, email)
    expect((await confirm(await asked())).status).toBe(200)
    expect((await personByEmail(social.world.db, email))?.password_hash).toBe(before?.password_hash)

    const other = `guest-${email}`
    social.facebook.me = { id: randomUUID(), email: other }
    const { id } = await guestPerson(social.world, other)
    expect((await confirm(await asked())).status).toBe(200)
    expect(await personByEmail(social.world.db, other)).toMatchObject({ id, email_verified_at: expect.any(Date) })
  })

  test('is told of to whose account it was joined to, and to nobody who was new', async () => {
    expect((await confirm(await asked())).status).toBe(200)
    expect(await toldOf(email)).toEqual([])
    const known = `known-${email}`
    social.facebook.me = { id: randomUUID(), email: known }
    await accountPerson(social.world, known, ['learner'])
    expect((await confirm(await asked())).status).toBe(200)
    expect((await social.logIn('facebook')).status).toBe(200)
    expect(await toldOf(known)).toEqual([{ is: 'identity-added', provider: 'facebook' }])
  })

  test('lets in no longer once its owner has removed it', async () => {
    await accountPerson(social.world, email, ['learner'])
    expect((await confirm(await asked())).status).toBe(200)
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

  test('the link is of no use without what the browser holds, and works once', async () => {
    const { claim, token } = await asked()
    for (const body of [
      { token, claim: 'another browser' },
      { token: 'guessed', claim },
      { token: claim, claim: token },
    ])
      expect(await confirm(body)).toMatchObject({ status: 400, body: { errorCode: 'RESET_INVALID' } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm({ token, claim })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('a newer mail takes the place of the older one', async () => {
    const older = await asked()
    const newer = await asked()
    expect((await confirm(older)).status).toBe(400)
    expect((await confirm(newer)).status).toBe(200)
  })

  test('of an admin is refused like any other, with no mail', async () => {
    await accountPerson(social.world, email, ['learner', 'community-admin'])
    const { body } = await social.logIn('facebook')
    expect(body).toMatchObject({ errorCode: 'SOCIAL_FAILED', data: { claim: expect.any(String) } })
    expect(await proofOf(email)).toBeUndefined()
  })

  test('who becomes an admin meanwhile is not opened by the link', async () => {
    const { claim, token } = await asked()
    await accountPerson(social.world, email, ['learner', 'community-admin'])
    expect((await confirm({ token, claim })).status).toBe(400)
    expect(await familyOf(social.world, 'facebook', subject)).toEqual([])
  })

  test('three mails an hour go to one address, and the answer stays the same', async () => {
    const proofs = []
    for (let round = 0; round < 5; round++) {
      expect((await social.logIn('facebook')).status).toBe(401)
      proofs.push(await proofOf(email))
    }
    expect(new Set(proofs.slice(0, 3)).size).toBe(3)
    expect(new Set(proofs.slice(2)).size).toBe(1)
  })
})

/** Asks, lets the worker write the mail, and reads its link. */
async function asked(): Promise<{ claim: string; token: string }> {
  const { status, body } = await social.logIn('facebook')
  expect(status).toBe(401)
  const proofId = await proofOf(social.facebook.me.email!)
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

/** What the worker is to write to a person about their ways in. */
async function toldOf(address: string): Promise<unknown[]> {
  const { id } = (await personByEmail(social.world.db, address))!
  const { rows } = await sql<{ news: unknown }>`
    select data->'news' as news from pgboss.job where name = 'account.factor-changed' and data->>'personId' = ${id}`.execute(
    social.world.db,
  )
  return rows.map(({ news }) => news)
}

async function proofOf(address: string): Promise<string | undefined> {
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
