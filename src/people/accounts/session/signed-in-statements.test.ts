import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identify } from '#people/accounts/session/sessions.ts'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'

let statements = 0
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements++
    return node
  },
  transformResult: async ({ result }) => result,
}

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld((world) => ({ ...world, db: world.db.withPlugin(counter) }))
})
afterAll(() => setup.close())

test('session, person and roles of a caller are one statement, so that a read takes one besides its own', async () => {
  const { headers } = await setup.admin()
  const token = headers.authorization.replace('Bearer ', '')
  statements = 0
  expect(await identify(setup.world, token)).toMatchObject({ kind: 'person', audience: 'admin' })
  expect(statements).toBe(1)

  for (const path of ['sessions', 'user-profile']) {
    statements = 0
    expect((await setup.api.call(`/api/v1/${path}`, { headers })).status).toBe(200)
    expect([path, statements]).toEqual([path, 2])
  }
})
