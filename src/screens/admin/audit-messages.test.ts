/** The audit's rule about messages to learners, on a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenClass, givenDraft, sendAll, sendDraft, workOnMessages } from '../../../tests/world/messages.ts'
import { audit } from './audit-money.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
  await workOnMessages(setup)
})
afterAll(() => setup.close())

test('a lost e-mail, an e-mail to nobody of the message, and a message that is late are found', async () => {
  const one = await givenClass(setup, 2)
  const draft = await givenDraft(one)
  await sendDraft(one.teacher, draft)
  await sendAll(setup, draft)
  const faults = async () => (await audit(setup.world)).find(({ id }) => id === 'Q17')!.violations
  expect(await faults()).toEqual([])
  const { db } = setup.world
  const [first, second] = one.learners
  await db.deleteFrom('mail').where('to_address', '=', first!.email).where('kind', '=', 'course.news').execute()
  expect(await faults()).toMatchObject([{ subject: first!.personId, what: 'no e-mail' }])
  await db.deleteFrom('broadcast_recipient').where('person_id', '=', second!.personId).execute()
  const late = await givenDraft(one)
  await sendDraft(one.teacher, late)
  await db
    .updateTable('broadcast')
    .set({ send_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('id', '=', late.params.messageId)
    .execute()
  expect((await faults()).map(({ what }) => what)).toEqual(['no e-mail', 'an e-mail to nobody of the message', 'late'])
})
