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
