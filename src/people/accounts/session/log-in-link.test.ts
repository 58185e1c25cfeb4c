/** Log-in by an e-mailed link, over HTTP, on a real PostgreSQL. docs/contract §3. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fresh, SAID, says } from '../../../../tests/world/identity.ts'
import { createFactorWorld, type FactorWorld } from '../../../../tests/world/second-factor.ts'
import { createWelcomeToken } from '../password/set-password.ts'
import { getOrCreatePerson, personByEmail } from '../queries/people.ts'

let setup: FactorWorld
beforeAll(async () => {
  setup = await createFactorWorld()
})
afterAll(() => setup.close())

const SENT = { status: 200, body: { data: { next: 'read-mail' } } }

async function requestLink(email: string, count = 1): Promise<string> {
  expect(await setup.post('log-in-link', { email })).toMatchObject(SENT)
  return /\/log-in-link#token=(\S+)/.exec((await setup.mailTo(email, count)).text_body)![1]!
}

const read = (token: string) => setup.post('log-in-link/read', { token })
const use = (token: string, more: object = {}) => setup.post('log-in-link/use', { token, ...more })
const getProfile = (token: string) =>
  setup.api.call('/api/v1/user-profile', { headers: { authorization: `Bearer ${token}` } })

async function createGuest(): Promise<{ id: string; email: string }> {
  const email = fresh()
  const { id } = await setup.world.db
    .transaction()
    .execute((tx) => getOrCreatePerson(tx, { email, name: 'Gia Guest', phoneNumber: null, timezoneId: null }))
  return { id, email }
}

test('a link names its account, changes nothing when it is read, and logs a learner in once, of parallel uses too', async () => {
  const email = await setup.known()
  const token = await requestLink(email)
  const named = { status: 200, body: { data: { email, expiresAt: expect.any(String) } } }
  expect([await read(token), await read(token)]).toMatchObject([named, named])
  const uses = await Promise.all([1, 2, 3, 4, 5].map(() => use(token)))
  expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  const { body } = uses.find(({ status }) => status === 200)!
  expect(await getProfile(body.token)).toMatchObject({ status: 200, body: { email } })
  expect([await use(token), await read(token)]).toMatchObject([SAID.notConfirmed, SAID.notConfirmed])
})

test('the link is no step-up', async () => {
  const email = await setup.known()
  const { body } = await use(await requestLink(email))
  const headers = { authorization: `Bearer ${body.token}` }
  expect(await setup.api.call('/api/v1/account-export', { headers })).toMatchObject({
    status: 403,
    body: { errorCode: 'STEP_UP_REQUIRED' },
  })
})

test('only the newest link works, for 15 minutes, and neither sets a password nor is replaced by a link that does', async () => {
  const email = await setup.known()
  const older = await requestLink(email)
  const newest = await requestLink(email, 2)
  expect(await use(older)).toMatchObject(SAID.notConfirmed)
  const lasts = await sql<{ minutes: string }>`select round(extract(epoch from expires_at - created_at) / 60) as minutes
    from account_token where used_at is null
      and person_id = (select id from person where email = ${email})`.execute(setup.world.db)
  expect(lasts.rows.map(({ minutes }) => Number(minutes))).toEqual([15])
  expect(await setup.post('reset-password', { token: newest, password: 'three kind mice walk' })).toMatchObject(
    SAID.linkUsed,
  )
  await setup.post('forget-password', { email })
  await setup.mailTo(email, 3)
  await setup.world.db
    .updateTable('account_token')
    .set({ expires_at: sql<Date>`now()` })
    .where('purpose', '=', 'log-in')
    .execute()
  expect(await use(newest)).toMatchObject(SAID.notConfirmed)

  const guest = await createGuest()
  expect(
    await setup.post('reset-password', { token: await requestLink(guest.email), password: 'three kind mice walk' }),
  ).toMatchObject(SAID.linkUsed)
})

test('a link that sets a password logs nobody in by itself', async () => {
  const { id } = await createGuest()
  const welcome = await setup.world.db.transaction().execute((tx) => createWelcomeToken(tx, setup.world.secrets, id))
  expect(await use(welcome)).toMatchObject(SAID.notConfirmed)
})

test('a second factor is asked for, and a wrong code leaves the link as it was', async () => {
  const { email, secret } = await setup.guarded()
  expect(await setup.post('log-in-link', { email })).toMatchObject(SENT)
  await setup.world.runJobs()
  const mails = setup.world.db.selectFrom('mail').select('text_body').where('to_address', '=', email)
  const { text_body } = await mails.where('subject', '=', 'Your log-in link').executeTakeFirstOrThrow()
  const token = /#token=(\S+)/.exec(text_body)![1]!
  expect(await use(token)).toMatchObject(
    says(401, 'OTP_REQUIRED', 'Please enter the code from your authenticator app.'),
  )
  expect(await use(token, { otp: '000000' })).toMatchObject(says(401, 'OTP_INVALID', 'This code is not right.'))
  expect(await use(token, { otp: setup.freshCode(secret) })).toMatchObject(SAID.tokens)
})

test('an admin gets no link, and a link from before the role logs nobody in', async () => {
  const admin = await setup.known(['learner', 'community-admin'])
  expect(await setup.post('log-in-link', { email: admin })).toMatchObject(SENT)
  const mail = await setup.mailTo(admin)
  expect(mail.subject).toBe('Log in with your password')
  expect(mail.text_body).not.toContain('#token=')
  const email = await setup.known()
  const token = await requestLink(email)
  await setup.world.db
    .updateTable('person')
    .set({ roles: ['learner', 'community-admin'] })
    .where('email', '=', email)
    .execute()
  expect(await use(token)).toMatchObject(SAID.notConfirmed)
})

test('a guest proves the address with the link', async () => {
  const { id, email } = await createGuest()
  expect(await use(await requestLink(email))).toMatchObject(SAID.tokens)
  const person = await personByEmail(setup.world.db, email)
  expect([person?.id, person?.email_verified_at]).toEqual([id, expect.any(Date)])
})

test('an unknown address gets the same answer and no e-mail, and an address at most three links an hour', async () => {
  const stranger = fresh()
  expect(await setup.post('log-in-link', { email: stranger })).toMatchObject(SENT)
  await setup.world.runJobs()
  const mails = (address: string) =>
    setup.world.db.selectFrom('mail').select('id').where('to_address', '=', address).execute()
  expect(await mails(stranger)).toEqual([])
  const email = await setup.known()
  for (let at = 0; at < 5; at++) expect(await setup.post('log-in-link', { email })).toMatchObject(SENT)
  await setup.world.runJobs()
  expect(await mails(email)).toHaveLength(3)
})
