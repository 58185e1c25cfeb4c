/** The set-up on a real PostgreSQL: once, all or nothing, and never again. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { logInPerson } from '#people/accounts/session/log-in.ts'
import { grantAdminRole } from '#people/accounts/sign-up/grant-admin-role.ts'
import { must, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createSetUpLink } from './link.ts'
import { isSetUp } from './queries.ts'
import { checkSetUp, setUpSite } from './set-up-site.ts'
import { setUp } from './wire.ts'

const PASSWORD = 'three blind mice run'
const passwords = createPasswords()
let world: World
beforeEach(async () => {
  world = await createWorld(24, {
    MODE: 'production',
    PUBLIC_URL: 'https://mill.test',
    DATA_DIR: './data',
    TRUSTED_PROXIES: '127.0.0.1',
    MAIL_DELIVERY: 'none',
  })
})
afterEach(() => world.close())

const makeToken = async (options = {}) => /#token=(.+)$/.exec((await createSetUpLink(world, options)) ?? '')?.[1]

const TYPED = {
  ownerName: 'Ada Mill',
  email: 'ada@mill.test',
  password: PASSWORD,
  name: 'Mill School',
  supportAddress: 'help@mill.test',
  timezoneId: 'Europe/London',
  countryCode: 'GB',
  sellerName: 'Mill Ltd',
  sellerAddress: '1 Mill Lane\nLeeds',
  sellerTaxId: '',
  course: 'own',
  title: 'Weave a scarf',
  sentence: 'Two looms, one afternoon.',
  deliveryType: 'live',
}
const parse = (typed: object) => setUp.body.parse({ ...TYPED, ...typed })
const listOwners = () => world.db.selectFrom('site_role').selectAll().where('role', '=', 'owner').execute()
const count = async (table: 'person' | 'course') =>
  Number(
    (
      await world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  )

describe('the link', () => {
  test('opens once there is none, for 24 hours, and is stored as a hash', async () => {
    const token = (await makeToken({ unlessThere: true }))!
    expect(await makeToken({ unlessThere: true })).toBeUndefined()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await world.db.selectFrom('set_up').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.expires_at?.getTime()).toBeCloseTo(Date.now() + 24 * 3_600_000, -5)
    expect(await checkSetUp(world, passwords, parse({ token }))).toMatchObject({ ok: true })
    expect(await count('person')).toBe(0)
  })

  test('is refused when it is wrong, replaced or over', async () => {
    const first = (await makeToken())!
    const second = (await makeToken())!
    const refusedCodes = async (token: string) => {
      const outcome = await setUpSite(world, passwords, parse({ token }))
      return outcome.ok ? 'done' : outcome.refusal.code
    }
    expect(await refusedCodes('')).toBe('SET_UP_LINK_INVALID')
    expect(await refusedCodes(first)).toBe('SET_UP_LINK_INVALID')
    await world.db
      .updateTable('set_up')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(await refusedCodes(second)).toBe('SET_UP_LINK_INVALID')
    expect(await count('person')).toBe(0)
  })
})

test('twenty browsers at once make one owner, one site and one course', async () => {
  const token = (await makeToken())!
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      setUpSite(world, passwords, parse({ token, email: `ada${index}@mill.test`, name: `Mill ${index}` })),
    ),
  )
  const done = outcomes.flatMap((outcome, index) => (outcome.ok ? [index] : []))
  const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]))
  expect(done).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set(['NOT_FOUND']))
  expect([await count('person'), await count('course'), (await listOwners()).length]).toEqual([1, 1, 1])
  expect(world.site.current.name).toBe(`Mill ${done[0]}`)
})

test('an admin from the command line at the same moment wins or loses, and there is one owner', async () => {
  const token = (await makeToken())!
  const [outcome] = await Promise.all([
    setUpSite(world, passwords, parse({ token })),
    grantAdminRole(world, { email: 'olly@mill.test', name: 'Olly' }),
  ])
  expect(await listOwners()).toHaveLength(1)
  expect(await isSetUp(world.db)).toBe(true)
  expect(outcome.ok ? 'done' : outcome.refusal.code).toMatch(/^(done|NOT_FOUND)$/)
})

test('the owner logs in as an admin; site, seller and draft have what was typed, in the zone of the site', async () => {
  const token = (await makeToken())!
  const { coursePrefixCode } = must(await setUpSite(world, passwords, parse({ token })))
  const device = { name: 'Firefox on Linux', isBound: false }
  const credentials = { email: TYPED.email, password: PASSWORD, ip: randomUUID(), device, isCommunityAdmin: true }
  expect((await logInPerson(world, passwords, credentials)).ok).toBe(true)
  expect(world.site.current).toMatchObject({
    name: 'Mill School',
    supportAddress: 'help@mill.test',
    sellerLines: ['Mill Ltd', '1 Mill Lane', 'Leeds', 'United Kingdom'],
    timezoneId: 'Europe/London',
    countryCode: 'GB',
  })
  const owner = { personId: (await listOwners())[0]!.person_id, audience: 'admin' } as const
  const draft = await readDraft(world, owner, coursePrefixCode!)
  expect(draft.units.about.body).toMatchObject({ title: 'Weave a scarf', subtitle: 'Two looms, one afternoon.' })
  expect(draft.cohorts[0]).toMatchObject({ timezoneId: 'Europe/London' })
  const events = await world.db.selectFrom('audit_event').select('action').orderBy('id').execute()
  expect(events.slice(0, 3).map(({ action }) => action)).toEqual(['role-given', 'site-set-up', 'course-created'])
})

test('the sample is a draft with a lesson, and lacks only what an owner decides', async () => {
  const token = (await makeToken())!
  const { coursePrefixCode } = must(await setUpSite(world, passwords, parse({ token, course: 'sample', title: '' })))
  const owner = { personId: (await listOwners())[0]!.person_id, audience: 'admin' } as const
  const draft = await readDraft(world, owner, coursePrefixCode!)
  expect(draft.state).toBe('draft')
  expect(draft.lessons.map(({ hasContent }) => hasContent)).toContain(true)
  const missing = draft.needs.filter(({ isDone }) => !isDone).map(({ need }) => need)
  expect(missing.toSorted()).toEqual(['date', 'price', 'seats'])
})

test('a password that is easily guessed changes nothing', async () => {
  const token = (await makeToken())!
  const outcome = await setUpSite(world, passwords, parse({ token, password: 'password' }))
  expect(outcome).toMatchObject({ ok: false, refusal: { code: 'PASSWORD_WEAK' } })
  expect([await count('person'), await isSetUp(world.db)]).toEqual([0, false])
})

test('afterwards it never opens again, also when the owner is gone', async () => {
  const token = (await makeToken())!
  must(await setUpSite(world, passwords, parse({ token, course: 'none' })))
  // As by hand: the database lets no statement take the last owner.
  await sql`alter table site_role disable trigger user`.execute(world.db)
  await world.db.deleteFrom('site_role').execute()
  await sql`alter table site_role enable trigger user`.execute(world.db)
  expect(await makeToken()).toBeUndefined()
  expect(await setUpSite(world, passwords, parse({ token }))).toMatchObject({
    ok: false,
    refusal: { code: 'NOT_FOUND' },
  })
  await expect(world.db.updateTable('set_up').set({ finished_at: null }).execute()).rejects.toThrow('is over')
})

test('a course of one’s own needs its title and sentence, and no other choice does', () => {
  const fault = (typed: object) => setUp.body.safeParse({ ...TYPED, token: 'x', ...typed }).error?.issues[0]?.message
  expect(fault({ title: ' ' })).toBe('Title is required')
  expect(fault({ sentence: '' })).toBe('Sentence is required')
  expect(fault({ course: 'none', title: '', sentence: '' })).toBeUndefined()
  expect(fault({ timezoneId: 'Moon/Base' })).toBe('Please choose a time zone')
  expect(fault({ countryCode: 'XX' })).toBe('Please choose a country')
})
