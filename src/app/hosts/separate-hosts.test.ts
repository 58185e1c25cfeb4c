import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { startApi } from '../../../tests/world/api.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

test('four processes, one for each host, serve one person', async () => {
  const email = `four.${randomUUID()}@understudy.test`
  const password = 'eleven quiet lanterns'
  await createVerifiedAccount(
    world.db,
    createPasswords(),
    { email, name: 'Ana Cruz', roles: ['learner'], timezoneId: 'Asia/Manila' },
    password,
  )
  const hosts = ['login', 'payment', 'static-data', 'community'] as const
  const [login, payment, staticData, community] = await Promise.all(hosts.map((host) => startApi(world, [host])))
  const { body } = await login!.post('/api/v1/log-in', { email, password })
  const headers = { authorization: `Bearer ${body.token}` }
  expect((await login!.call('/api/v1/user-profile', { headers })).body).toMatchObject({ email })
  const courseCode = await givenCourse(world)
  const quote = await payment!.post('/api/v1/sign-up-payment-options', { courseCode }, headers)
  expect(quote).toMatchObject({ status: 200, body: { data: { isEnrolled: false } } })
  const date = await staticData!.call(`/api/v1/next-course-date?coursePrefixCodes=${courseCode.slice(0, -2)}`)
  expect(date.status).toBe(200)
  expect((await community!.call('/api/v1/community/posts', { headers })).status).toBe(404)
  for (const process of [login, payment, staticData, community]) await process!.close()
})
