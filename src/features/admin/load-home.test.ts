import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'

const PATH = '/api/v1/admin/home?timezoneId=Asia/Manila'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(() => identityWorld.close())

test('one call returns all of an admin’s home page, and leaves no trace in the audit log', async () => {
  const { world, api } = identityWorld
  const admin = await identityWorld.admin()
  await world.db
    .insertInto('support_conversation')
    .values({ email: 'ana@understudy.test', name: null, page: '/faq', state: 'open' })
    .execute()
  const countEvents = async () =>
    Number(
      (
        await world.db
          .selectFrom('audit_event')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirst()
      )?.count,
    )
  const eventCount = await countEvents()

  const { status, body } = await api.call(PATH, { headers: admin.headers })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    profile: { email: admin.email },
    sessions: [{ audience: 'admin', isThisOne: true }],
    hasSecondFactor: false,
    unansweredCount: 1,
    figures: { today: { orders: 0 }, due: { orders: 0 }, refunds: { waiting: 0 } },
  })
  expect(await countEvents()).toBe(eventCount)
})

test('a scheduled job without a success for three intervals is on the home page, and a punctual one is not', async () => {
  const { world, api } = identityWorld
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const late = { name: 'checkout.reconcile', interval_seconds: 60, scheduled_at: minutesAgo(99) }
  await world.db
    .insertInto('scheduled_job')
    .values([
      { ...late, succeeded_at: minutesAgo(4) },
      { ...late, name: 'mail.sweep', succeeded_at: minutesAgo(2) },
    ])
    .execute()
  const { body } = await api.call(PATH, { headers: (await identityWorld.admin()).headers })
  expect(body.data.lateJobs).toEqual([{ name: 'checkout.reconcile', since: expect.stringMatching(/^\d{4}-.*Z$/) }])
})

test('only an admin can load it', async () => {
  const { api } = identityWorld
  expect(await api.call(PATH)).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
  const learner = await identityWorld.as(await identityWorld.known())
  expect((await api.call(PATH, { headers: learner })).status).toBe(401)
})

test('an unknown time zone is refused', async () => {
  const { headers } = await identityWorld.admin()
  expect(await identityWorld.api.call('/api/v1/admin/home?timezoneId=Mars/Olympus', { headers })).toMatchObject({
    status: 400,
    body: { errorCode: 'TIMEZONE_INVALID' },
  })
})
