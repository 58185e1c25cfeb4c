/** One place and one open offer of each mailbox on the waitlist of a cohort, on a real database. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { joinWaitlist } from '#catalogue/leads/waitlist.ts'
import { normaliseEmail, toMailbox } from '#domain/contact.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { endSeat, givenFull } from '../../../tests/world/waitlist.ts'
import { createWorld } from '../../../tests/world/world.ts'
import { giveOffers } from './give-offers.ts'

const world = await createWorld(20)
afterAll(() => closeAudited(world))

const join = (cohortCode: string, email: string) =>
  joinWaitlist(world, { cohortCode, partySize: 1, contact: { email }, ip: randomUUID() })
const listEntries = (cohortCode: string) =>
  world.db.selectFrom('waitlist_entry').selectAll().where('cohort_code', '=', cohortCode).orderBy('id').execute()

test('tags and Gmail’s dots get one mailbox one place and one offer, at the same time too', async () => {
  const { courseCode, orders } = await givenFull(world, 3)
  const name = `eve${randomUUID().slice(0, 8)}`
  const spellings = [1, 2, 3, 4, 5].map((tag) => `${name}+${tag}@cruz.test`)
  const joined = await Promise.all([...spellings, `${name}@cruz.test`].map((email) => join(courseCode, email)))
  expect(joined.map(({ ok }) => ok)).toEqual(joined.map(() => true))
  for (const email of ['e.v.e+a@gmail.com', 'eve@googlemail.com', 'ev.e@gmail.com']) await join(courseCode, email)
  await join(courseCode, 'e.ve@cruz.test')
  expect((await listEntries(courseCode)).map(({ mailbox }) => mailbox)).toEqual([
    `${name}@cruz.test`,
    'eve@gmail.com',
    'e.ve@cruz.test',
  ])

  const confirmed = world.db.updateTable('waitlist_entry').set({ confirmed_at: new Date() })
  await confirmed.where('cohort_code', '=', courseCode).where('mailbox', '<>', 'e.ve@cruz.test').execute()
  for (const email of spellings) await join(courseCode, email)
  for (const order of orders) await endSeat(world, order)
  await giveOffers(world, courseCode)
  const offers = world.db.selectFrom('waitlist_offer').select('entry_id').where('cohort_code', '=', courseCode)
  expect(await offers.execute()).toHaveLength(2)
})

test('the database itself refuses a second place of a mailbox, until the first has left', async () => {
  const { courseCode } = await givenFull(world, 1)
  const add = (email: string) =>
    world.db.insertInto('waitlist_entry').values({ cohort_code: courseCode, email, party_size: 1 }).execute()
  await add('eve+1@cruz.test')
  await expect(add('eve+2@cruz.test')).rejects.toThrow('waitlist_entry_once')
  await world.db
    .updateTable('waitlist_entry')
    .set({ left_at: new Date() })
    .where('cohort_code', '=', courseCode)
    .execute()
  await add('eve+2@cruz.test')
})

test('an unconfirmed place gets the last spelling, and a confirmed one keeps its own', async () => {
  const { courseCode } = await givenFull(world, 1)
  await join(courseCode, 'ana+x@cruz.test')
  await join(courseCode, 'ana@cruz.test')
  expect((await listEntries(courseCode)).map(({ email }) => email)).toEqual(['ana@cruz.test'])
  await world.db
    .updateTable('waitlist_entry')
    .set({ confirmed_at: new Date() })
    .where('cohort_code', '=', courseCode)
    .execute()
  await join(courseCode, 'ana+x@cruz.test')
  expect((await listEntries(courseCode)).map(({ email }) => email)).toEqual(['ana@cruz.test'])
})

test('the database folds an address as the program does', async () => {
  const local = fc.string({ unit: fc.constantFrom('a', 'B', '.', '+', 'é', '-', '1'), minLength: 1, maxLength: 8 })
  const domain = fc.constantFrom('gmail.com', 'GoogleMail.com', 'cruz.test', 'müller.test', 'gmail.com.test')
  const emails = fc.sample(fc.tuple(local, domain), 500).map(([name, at]) => normaliseEmail(`${name}@${at}`))
  const { rows } = await sql<{ mailbox: string }>`select to_mailbox(email) as mailbox
    from unnest(${emails}::text[]) with ordinality as typed(email, position) order by position`.execute(world.db)
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(emails.map(toMailbox))
})
