/** An access token alone neither adds a way into an account nor takes one away: every call that could, asked. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../tests/authenticator-app.ts'
import { PASSWORD, SAID, says } from '../../../tests/identity.ts'
import { openPasskeyDevice } from '../../../tests/passkey-device.ts'
import { clientOf, type FactorWorld, openFactorWorld } from '../../../tests/second-factor.ts'
import * as calls from './calls/identities.ts'
import { addIdentity } from './queries/identity.ts'
import { personByEmail } from './queries/people.ts'

let own: FactorWorld
beforeAll(async () => {
  own = await openFactorWorld()
})
afterAll(() => own.close())

type Headers = { authorization: string }
type Whose = { email: string; headers: Headers; passkeyId: string; identityId: string }

const field = (name: string, sentence: string) => says(400, 'FIELD_INVALID', sentence, { [name]: sentence })
const NO_CODE = field('otp', 'Code is required')
const WRONG_PASSWORD = field('password', 'This is not your password')
const WRONG_CODE = field('otp', 'This code is not right.')
const AGAIN = says(403, 'LOG_IN_AGAIN', 'Please log out and in again, then come back.')
const NOT_THERE = says(404, 'IDENTITY_NOT_FOUND', 'This way in is not known.')

/** Those that are there for whoever has no second factor, and those for whoever has one. */
const BEGIN = 'second-factor/totp'
const ALWAYS: [string, (whose: Whose) => object][] = [
  ['passkeys/registration-options', () => ({})],
  ['passkeys/:passkeyId/remove', () => ({})],
  ['identities/:identityId/remove', () => ({})],
  ['delete-account', ({ email }) => ({ email })],
]
const ONCE_ON = ['second-factor/recovery-codes', 'second-factor/remove'].map(
  (path) => [path, () => ({})] as (typeof ALWAYS)[number],
)
const PLAIN: typeof ALWAYS = [[BEGIN, () => ({})], ...ALWAYS]

const ask = (path: string, whose: Whose, body: object) =>
  own.post(path.replace(':passkeyId', whose.passkeyId).replace(':identityId', whose.identityId), body, whose.headers)

const joined = async (email: string) => {
  const { id } = (await personByEmail(own.world.db, email))!
  const somebody = { provider: 'facebook', subject: randomUUID(), personId: id, email } as const
  return own.world.db.transaction().execute((tx) => addIdentity(tx, somebody))
}

async function withAll(email: string, headers: Headers, owner: object): Promise<Whose> {
  const device = openPasskeyDevice(own.world.config.publicUrl)
  const options = (await own.post('passkeys/registration-options', owner, headers)).body.data
  const kept = await own.post('passkeys', { name: 'My phone', credential: await device.create(options) }, headers)
  return { email, headers, passkeyId: kept.body.data.passkeyId, identityId: await joined(email) }
}

async function plain(): Promise<Whose> {
  const email = await own.known()
  return withAll(email, await own.as(email), { password: PASSWORD })
}

async function guarded() {
  const { email, headers, secret, recoveryCodes } = await own.guarded()
  return { ...(await withAll(email, headers, { password: PASSWORD, otp: recoveryCodes[9] })), secret, recoveryCodes }
}

async function ways({ headers }: Whose): Promise<unknown> {
  const [factor, identities] = await Promise.all([
    own.api.call('/api/v1/second-factor', { headers }),
    own.api.call('/api/v1/identities', { headers }),
  ])
  return { ...factor.body.data, identities: identities.body.data }
}

const dropPassword = (email: string) =>
  own.world.db.updateTable('person').set({ password_hash: null }).where('email', '=', email).execute()
const makeOld = (email: string, seconds: number) =>
  sql`update session set created_at = now() - ${seconds} * interval '1 second'
    where person_id = (select id from person where email = ${email})`.execute(own.world.db)

describe('a bearer alone', () => {
  test.each(PLAIN)('cannot %s, nor with a wrong password', async (path, more) => {
    const whose = await plain()
    const before = await ways(whose)
    expect(await ask(path, whose, more(whose))).toMatchObject(SAID.noPassword)
    expect(await ask(path, whose, { ...more(whose), password: '', otp: '123456' })).toMatchObject(SAID.noPassword)
    expect(await ask(path, whose, { ...more(whose), password: 'wrong' })).toMatchObject(WRONG_PASSWORD)
    expect(await ways(whose)).toEqual(before)
    const { status } = await ask(path, whose, { ...more(whose), password: PASSWORD })
    expect([200, 204]).toContain(status)
  })

  test.each([...ALWAYS, ...ONCE_ON])(
    'cannot %s where a second factor is on, nor with the password or a code alone',
    async (path, more) => {
      const whose = await guarded()
      const before = await ways(whose)
      const right = { ...more(whose), password: PASSWORD, otp: own.freshCode(whose.secret) }
      const nothing = { fields: { password: 'Password is required', otp: 'Code is required' } }
      expect(await ask(path, whose, more(whose))).toMatchObject({ status: 400, body: nothing })
      expect(await ask(path, whose, { ...more(whose), password: PASSWORD })).toMatchObject(NO_CODE)
      expect(await ask(path, whose, { ...more(whose), otp: right.otp })).toMatchObject(SAID.noPassword)
      const wrong = wrongCodeAt(whose.secret, own.now())
      expect(await ask(path, whose, { ...right, otp: wrong })).toMatchObject(WRONG_CODE)
      // A wrong password uses no code up.
      expect(await ask(path, whose, { ...right, password: 'wrong' })).toMatchObject(WRONG_PASSWORD)
      expect(await ways(whose)).toEqual(before)
      const { status } = await ask(path, whose, right)
      expect([200, 204]).toContain(status)
    },
  )

  test('is told no password by trying: ten wrong ones, and the right one is not looked at', async () => {
    const whose = await plain()
    for (let time = 0; time < 10; time++)
      expect(await ask(BEGIN, whose, { password: 'wrong' })).toMatchObject(WRONG_PASSWORD)
    expect(await ask(BEGIN, whose, { password: PASSWORD })).toMatchObject({ status: 429 })
  })
})

describe('who has neither password nor second factor', () => {
  test.each(PLAIN)(
    'may %s within ten minutes of the log-in, later not, however often the tokens were renewed',
    async (path, more) => {
      const whose = await plain()
      await dropPassword(whose.email)
      const before = await ways(whose)
      await makeOld(whose.email, 600)
      expect(await ask(path, whose, more(whose))).toMatchObject(AGAIN)
      expect(await ask(path, whose, { ...more(whose), password: PASSWORD, otp: '123456' })).toMatchObject(AGAIN)
      expect(await ways(whose)).toEqual(before)
      await makeOld(whose.email, 570)
      const { status } = await ask(path, whose, more(whose))
      expect([200, 204]).toContain(status)
    },
  )

  test('but a factor shows a code, in an old session too', async () => {
    const whose = await guarded()
    await dropPassword(whose.email)
    await makeOld(whose.email, 86_400)
    expect(await ask('delete-account', whose, { email: whose.email })).toMatchObject(NO_CODE)
    const otp = whose.recoveryCodes[0]
    expect(await ask('delete-account', whose, { email: whose.email, otp })).toMatchObject({ status: 204 })
  })
})

test('an app that one session began is not confirmed by another', async () => {
  const email = await own.known()
  const [mine, other] = [await own.as(email), await own.as(email)]
  const { secret } = (await own.post(BEGIN, { password: PASSWORD }, mine)).body.data
  const confirm = (headers: Headers) =>
    own.post('second-factor/totp/confirm', { otp: codeAt(secret, own.now()) }, headers)
  expect(await confirm(other)).toMatchObject(says(409, 'SECOND_FACTOR_OFF', 'No second factor is on.'))
  expect(await confirm(mine)).toMatchObject({ status: 200 })
})

describe('a joined log-in', () => {
  test('is listed for its own person, and removed once, with a mail', async () => {
    const [whose, stranger] = [await plain(), await plain()]
    expect((await own.api.call('/api/v1/identities', { headers: whose.headers })).body.data).toEqual([
      {
        identityId: whose.identityId,
        provider: 'facebook',
        email: whose.email,
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ])
    const remove = ({ identityId }: Whose, by = whose) =>
      own.post(`identities/${identityId}/remove`, { password: PASSWORD }, by.headers)
    expect(await remove(whose, stranger)).toMatchObject(NOT_THERE)
    expect(await remove(whose)).toMatchObject({ status: 204 })
    expect(await remove(whose)).toMatchObject(NOT_THERE)
    expect((await own.mailTo(whose.email, 2)).text_body).toContain('Facebook')
    expect((await own.api.call('/api/v1/identities', { headers: stranger.headers })).body.data).toHaveLength(1)
  })

  test('that is the last way in stays, also of two that go at once', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    const both = [await joined(email), await joined(email)]
    await dropPassword(email)
    const remove = (id: string) => own.post(`identities/${id}/remove`, {}, headers)
    const answers = await Promise.all(both.map(remove))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(
      says(409, 'LAST_WAY_IN', 'This is your only way in. Set a password or add a passkey first.'),
    )
  })

  test('goes where a passkey is left', async () => {
    const whose = await plain()
    await dropPassword(whose.email)
    expect(await ask('identities/:identityId/remove', whose, {})).toMatchObject({ status: 204 })
  })

  test('by the browser’s calls', async () => {
    const { headers, identityId } = await plain()
    const client = clientOf(own.api.base, headers.authorization)
    expect(await calls.callIdentities(client, 'learner')).toMatchObject({ data: { data: [{ identityId }] } })
    expect(await calls.callRemoveIdentity(client, 'learner', identityId, { password: PASSWORD })).toMatchObject({
      status: 204,
    })
  })
})

test('the mail about a new password names what lets in as before', async () => {
  const { email } = await plain()
  await own.mailTo(email)
  await own.post('forget-password', { email })
  const token = /#token=(\S+)/.exec((await own.mailTo(email, 2)).text_body)![1]!
  await own.post('reset-password', { token, password: 'four and twenty blackbirds' })
  const { subject, text_body: text } = await own.mailTo(email, 3)
  expect(subject).toBe('Your password was changed')
  for (const word of ['the passkey “My phone”, Facebook', '/portal/settings']) expect(text).toContain(word)
})
