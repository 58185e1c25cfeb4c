/** The e-mails that a signed-in person can turn off, over HTTP, on a real database. docs/contract §22. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOptOutLinks } from '#people/mailing/opt-out.ts'
import { isOptedOut } from '#people/mailing/queries.ts'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const choose = (headers: object, body: object) =>
  setup.api.call('/api/v1/mail-preferences', {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const isOff = (body: { data: { choices: { category: string; isOff: boolean }[] } }, category: string) =>
  body.data.choices.find((choice) => choice.category === category)?.isOff

test('a choice in the settings and by the link of an e-mail are the same one, for this person only', async () => {
  const email = await setup.known()
  const other = await setup.known()
  const headers = await setup.as(email)
  const otherHeaders = await setup.as(other)
  const { status, body } = await choose(headers, { category: 'session.soon', isOff: true })
  expect([status, body.data.address, isOff(body, 'session.soon')]).toEqual([200, email, true])
  expect(await isOptedOut(setup.world.db, email, 'session.soon')).toBe(true)

  const { pageUrl } = createOptOutLinks(setup.world, { address: email, category: 'session.soon' })
  const token = pageUrl.split('token=')[1]
  expect((await setup.post('mail-opt-out', { token, isOff: null })).body.data.isOff).toBe(true)
  await setup.post('mail-opt-out', { token, isOff: true, category: 'recording.ready' })
  const read = async (of: object) => (await setup.api.call('/api/v1/mail-preferences', { headers: { ...of } })).body
  expect(isOff(await read(headers), 'recording.ready')).toBe(true)
  expect((await read(otherHeaders)).data.choices.every((choice: { isOff: boolean }) => !choice.isOff)).toBe(true)

  expect(isOff((await choose(headers, { category: 'session.soon', isOff: false })).body, 'session.soon')).toBe(false)
  expect(await choose(headers, { category: 'receipt', isOff: true })).toMatchObject({ status: 400 })
})
