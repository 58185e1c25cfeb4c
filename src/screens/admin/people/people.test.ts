import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActingPerson } from '#people/roles/queries.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createIdentityWorld, type Identity, PASSWORD } from '../../../../tests/world/identity.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { erasePerson } from './erase-person.ts'
import { endSessionsOfPerson, resetSecondFactorOfPerson, sendLinkToPerson } from './help-person.ts'
import { listPeople } from './list-people.ts'
import { readPerson } from './read-person.ts'

let setup: Identity
let owner: ActingPerson
let admin: ActingPerson
beforeAll(async () => {
  setup = await createIdentityWorld()
  owner = await givenAdmin()
  admin = await givenAdmin()
})
afterAll(() => setup.close())

async function givenAdmin(): Promise<ActingPerson> {
  return { personId: (await setup.admin()).id, audience: 'admin' }
}
async function givenPerson(name: string, email = `${crypto.randomUUID()}@understudy.test`) {
  return (await setup.world.db.insertInto('person').values({ email, name }).returning('id').executeTakeFirstOrThrow())
    .id
}
const idOf = async (email: string) =>
  (await setup.world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const search = async (q: string) => (await listPeople(setup.world, { q })).people.map(({ name }) => name)
const listAudit = (personId: string) =>
  setup.world.db.selectFrom('audit_event').select('action').where('object_id', '=', personId).orderBy('id').execute()

describe('the search', () => {
  test('finds the beginnings of words of name and address, whatever the accents, and no deleted person', async () => {
    await givenPerson('Inês Falcão', 'ines.falcao@mill.test')
    await givenPerson('Ina Fell', 'ina@mill.test')
    const gone = await givenPerson('Inez Gone')
    await setup.world.db
      .updateTable('person')
      .set({ deleted_at: new Date(), email: `deleted-${gone}@deleted.invalid` })
      .where('id', '=', gone)
      .execute()
    expect(await search('ines')).toEqual(['Inês Falcão'])
    expect(await search('FALC in')).toEqual(['Inês Falcão'])
    expect(await search('ines.falcao@mill.test')).toEqual(['Inês Falcão'])
    expect(await search('mill')).toEqual(['Ina Fell', 'Inês Falcão'])
    expect(await search('inez')).toEqual([])
  })

  test.each(['100%', "o'neil_", '\\', '%', '_', "'; drop table person; --", '\0'.trim()])(
    'takes %j as words, never as a pattern',
    async (q) => {
      await expect(listPeople(setup.world, { q })).resolves.toBeDefined()
      if (/[\p{L}\p{N}]/u.test(q)) expect(await search(q)).toEqual([])
    },
  )

  test('goes through all people by pages, each once', async () => {
    for (let at = 0; at < 30; at++) await givenPerson(`Paging ${at}`)
    const first = await listPeople(setup.world, { q: 'paging' })
    expect([first.people.length, first.count]).toEqual([25, 30])
    const second = await listPeople(setup.world, { q: 'paging', after: first.next! })
    expect([second.people.length, second.next]).toEqual([5, null])
    expect(new Set([...first.people, ...second.people].map(({ personId }) => personId)).size).toBe(30)
  })

  test('filters by role', async () => {
    const ids = async (role: 'owner' | 'admin' | 'staff') =>
      (await listPeople(setup.world, { role })).people.map(({ personId }) => personId)
    expect(await ids('owner')).toEqual([owner.personId])
    expect(await ids('admin')).toEqual([admin.personId])
    expect((await ids('staff')).toSorted()).toEqual([owner.personId, admin.personId].toSorted())
  })
})

describe('a person', () => {
  test('is shown with seats, orders, sessions and e-mails that failed', async () => {
    const email = await setup.known()
    await setup.bearer(email)
    const courseCode = await givenCourse(setup.world)
    await giveSeat(setup.world, courseCode, { email, name: 'Ana', timezoneId: 'UTC' })
    await sendLinkToPerson(setup.world, admin, await idOf(email))
    await setup.world.runJobs()
    await setup.world.db
      .updateTable('mail')
      .set({ state: 'failed', sent_at: null, problem: '550 no such mailbox' })
      .where('to_address', '=', email)
      .execute()
    const person = await readPerson(setup.world, admin, await idOf(email))
    expect(person).toMatchObject({
      ok: true,
      value: {
        email,
        logIn: { hasPassword: true, secondFactorSince: null, passkeys: 0, providers: [] },
        sessions: [{ isAdmin: false }],
        seats: [{ hasEnded: false }],
        orders: { newest: [{ status: 'complete' }], hasMore: false },
        failedMails: expect.arrayContaining([expect.objectContaining({ problem: '550 no such mailbox' })]),
        mayChange: true,
        mayManageAdmins: false,
        isSelf: false,
      },
    })
    expect(await readPerson(setup.world, admin, crypto.randomUUID())).toMatchObject({
      refusal: { code: 'PERSON_NOT_FOUND' },
    })
  })

  test('gets a log-in link, at most three an hour, and the admin is told', async () => {
    const email = await setup.known()
    const personId = await idOf(email)
    expect(await sendLinkToPerson(setup.world, admin, personId)).toMatchObject({ ok: true })
    expect((await setup.mailTo(email)).text_body).toContain('/log-in-link#token=')
    await sendLinkToPerson(setup.world, admin, personId)
    await sendLinkToPerson(setup.world, admin, personId)
    expect(await sendLinkToPerson(setup.world, admin, personId)).toMatchObject({ refusal: { code: 'RATE_LIMITED' } })
    expect(await listAudit(personId)).toEqual(Array.from({ length: 3 }, () => ({ action: 'log-in-link-sent' })))
  })

  test('is logged out everywhere, at once', async () => {
    const email = await setup.known()
    const [first, second] = [await setup.bearer(email), await setup.bearer(email)]
    const personId = await idOf(email)
    expect(await endSessionsOfPerson(setup.world, admin, personId)).toEqual({ ok: true, value: { ended: 2 } })
    for (const { authorization, refresh } of [first, second]) {
      expect((await setup.api.call('/api/v1/user-profile', { headers: { authorization } })).status).toBe(401)
      expect((await setup.post('get-token', { refreshToken: refresh })).status).toBe(401)
    }
    expect(await listAudit(personId)).toContainEqual({ action: 'sessions-ended' })
  })

  test('loses the second factor, and gets an e-mail about it', async () => {
    const email = await setup.known()
    const personId = await idOf(email)
    await setup.world.db
      .insertInto('totp')
      .values({ person_id: personId, sealed_secret: Buffer.alloc(8), confirmed_at: new Date(), last_step: 1 })
      .execute()
    expect((await setup.post('log-in', { email, password: PASSWORD })).body.errorCode).toBe('OTP_REQUIRED')
    expect(await resetSecondFactorOfPerson(setup.world, admin, personId)).toMatchObject({ ok: true })
    expect((await setup.post('log-in', { email, password: PASSWORD })).status).toBe(200)
    expect((await setup.mailTo(email)).subject).toMatch(/second factor|two-step|turned off/i)
    expect(await listAudit(personId)).toContainEqual({ action: 'second-factor-removed' })
  })
})

describe('the account of an owner or an admin', () => {
  const deeds = [endSessionsOfPerson, resetSecondFactorOfPerson]
  test('is changed by an owner only', async () => {
    for (const deed of deeds) {
      for (const target of [owner, await givenAdmin()])
        expect(await deed(setup.world, admin, target.personId)).toMatchObject({ refusal: { code: 'OWNER_NEEDED' } })
      expect(await deed(setup.world, owner, (await givenAdmin()).personId)).toMatchObject({ ok: true })
    }
  })

  test('is not changed from here by its own person, and by nobody in a learner’s session', async () => {
    const learner = await givenPerson('Lea')
    for (const deed of deeds) {
      expect(await deed(setup.world, owner, owner.personId)).toMatchObject({ refusal: { code: 'OWN_ACCOUNT' } })
      const asLearner = { ...owner, audience: 'learner' } as const
      expect(await deed(setup.world, asLearner, learner)).toMatchObject({ refusal: { code: 'OWNER_NEEDED' } })
    }
  })
})

describe('erasing', () => {
  const erase = (by: ActingPerson, personId: string, more: object) =>
    erasePerson(setup.world, by, { personId, ...more })

  test('lists what goes and what the law keeps, asks for the address, and removes the person', async () => {
    const email = await setup.known()
    const personId = await idOf(email)
    const courseCode = await givenCourse(setup.world)
    await giveSeat(setup.world, courseCode, { email, name: 'Rosalind Quick', timezoneId: 'UTC' })
    const read = await erase(admin, personId, { preview: true })
    if (!read.ok) throw new Error(read.refusal.code)
    expect(read.value.effects.map(({ code }) => code)).toEqual(['data-removed', 'seats-end', 'books-stay'])
    expect(await readPerson(setup.world, admin, personId)).toMatchObject({ ok: true })
    const { effectsHash } = read.value
    expect(await erase(admin, personId, { effectsHash, email: 'other@understudy.test' })).toMatchObject({
      refusal: { code: 'FIELD_INVALID', fields: { email: expect.any(String) } },
    })
    expect(await erase(admin, personId, { email })).toMatchObject({ refusal: { code: 'EFFECTS_CHANGED' } })
    expect(await erase(admin, personId, { effectsHash, email })).toMatchObject({ ok: true })
    expect(await readPerson(setup.world, admin, personId)).toMatchObject({ refusal: { code: 'PERSON_NOT_FOUND' } })
    expect(await search(email)).toEqual([])
    expect(await listAudit(personId)).toContainEqual({ action: 'account-erased' })
  })

  test('an owner or admin is erased by an owner only, nobody by themselves from here', async () => {
    const other = await givenAdmin()
    expect(await erase(admin, other.personId, { preview: true })).toMatchObject({ refusal: { code: 'OWNER_NEEDED' } })
    expect(await erase(owner, owner.personId, { preview: true })).toMatchObject({ refusal: { code: 'OWN_ACCOUNT' } })
    expect(await erase(owner, other.personId, { preview: true })).toMatchObject({ ok: true })
  })
})
