/** Saved checkouts, and the one e-mail about an unfinished one, on a real database. docs/contract §27. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putOptOut } from '#people/mailing/queries.ts'
import { expire } from '#people/personal-data/expire.ts'
import { consumeLimit } from '#platform/limits.ts'
import { givenPaidOrder } from '../../../../tests/world/bought.ts'
import { fresh } from '../../../../tests/world/identity.ts'
import { refuseChanges } from '../../../../tests/world/refuse-changes.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../../tests/world/world.ts'
import type { SaveBody } from '../wire/saved.ts'
import { remindUnfinished } from './remind-unfinished.ts'
import { deleteSavedCheckout, readSavedCheckout, saveCheckout } from './save-checkout.ts'

const HOUR_MS = 3_600_000
/** Noon, so that a day later is daytime too. */
const NOON = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
const IP = '192.0.2.7'

let world: World
beforeAll(async () => {
  world = await createWorld(10)
})
afterAll(() => world.close())

const at = (hours: number): World => ({ ...world, clock: () => new Date(NOON.getTime() + hours * HOUR_MS) })

async function save(
  courseCode: string,
  email: string,
  { hours = 0, ip = randomUUID(), ...fields }: Partial<SaveBody> & { hours?: number; ip?: string } = {},
) {
  const saved = await saveCheckout(
    at(hours),
    guest(),
    {
      consent: true,
      courseCode,
      email,
      name: 'Ivy Tan',
      phoneNumber: '',
      timezoneId: 'UTC',
      seats: 2,
      friends: [{ name: 'Fern', email: 'fern@understudy.test' }],
      paymentType: 'full',
      ...fields,
    },
    ip,
  )
  if (!saved.ok) throw new Error(saved.refusal.code)
  return saved.value
}

async function listMails(email: string) {
  const mails = world.db.selectFrom('mail').selectAll().where('to_address', '=', email)
  return mails.where('subject', 'like', 'Your saved checkout:%').execute()
}
const getToken = (text: string) => /saved-checkout#token=(\S+)/.exec(text)![1]!

test('a saved checkout is read with seats, friends and details by its token alone', async () => {
  const email = fresh()
  const { token } = await save(await givenCourse(world), email)
  const read = await readSavedCheckout(at(1), { token, ip: IP })
  expect(read).toMatchObject({
    ok: true,
    value: { email, name: 'Ivy Tan', seats: 2, friends: [{ email: 'fern@understudy.test' }], state: 'open' },
  })
  expect(await readSavedCheckout(at(1), { token: `${token}x`, ip: IP })).toMatchObject({
    refusal: { code: 'VERIFICATION_INVALID' },
  })
  const rows = await world.db.selectFrom('saved_checkout').selectAll().where('email', '=', email).execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a client that has reached the limit of e-mails to typed addresses saves no further address', async () => {
  const [courseCode, ip, email] = [await givenCourse(world), randomUUID(), fresh()]
  const { token } = await save(courseCode, email, { ip })
  // The first save took one of the 200.
  for (let count = 1; count < 200; count++) expect(await consumeLimit(world.db, 'emailPerClient', ip)).toBeNull()
  expect((await save(courseCode, email, { ip, token, seats: 3 })).token).toBe(token)
  await expect(save(courseCode, fresh(), { ip, token })).rejects.toThrow('RATE_LIMITED')
  await expect(save(courseCode, fresh(), { ip })).rejects.toThrow('RATE_LIMITED')
})

test('the e-mailed link of a guest shows neither the friends nor the phone number that somebody typed', async () => {
  const email = fresh()
  const { token } = await save(await givenCourse(world), email, { phoneNumber: '+442071838750' })
  await remindUnfinished(at(24))
  const mailed = getToken((await listMails(email))[0]!.text_body)
  expect(await readSavedCheckout(at(25), { token: mailed, ip: IP })).toMatchObject({
    value: { email, seats: 2, friends: [], phoneNumber: '' },
  })
  expect(await readSavedCheckout(at(25), { token, ip: IP })).toMatchObject({
    value: { friends: [{ name: 'Fern' }], phoneNumber: '+442071838750' },
  })
})

test('a repeat with the token replaces the save, and after 14 days it is unreadable and deleted', async () => {
  const [courseCode, email] = [await givenCourse(world), fresh()]
  const { token } = await save(courseCode, email)
  expect((await save(courseCode, email, { token, seats: 3, hours: 1 })).token).toBe(token)
  const rows = () => world.db.selectFrom('saved_checkout').select('seats').where('email', '=', email).execute()
  expect(await rows()).toEqual([{ seats: 3 }])
  expect((await readSavedCheckout(at(14 * 24 + 2), { token, ip: IP })).ok).toBe(false)
  await expire(at(14 * 24 + 2), 'nightly')
  expect(await rows()).toEqual([])
})

test('one e-mail comes after 24 hours, in the daytime of its reader, and its link opens the checkout', async () => {
  const [courseCode, email] = [await givenCourse(world), fresh()]
  await save(courseCode, email)
  await remindUnfinished(at(23.9))
  expect(await listMails(email)).toEqual([])
  await remindUnfinished(at(24 + 10))
  expect(await listMails(email), 'at 22:00').toEqual([])
  await Promise.all([remindUnfinished(at(48)), remindUnfinished(at(48)), remindUnfinished(at(48))])
  await remindUnfinished(at(72))
  const [mail, ...more] = await listMails(email)
  expect(more).toEqual([])
  const read = await readSavedCheckout(at(49), { token: getToken(mail!.text_body), ip: IP })
  expect(read).toMatchObject({ ok: true, value: { email, seats: 2 } })
  expect(mail!.text_body).toContain('Turn off e-mails about an unfinished checkout')
})

test('a saved checkout that fails does not keep the others waiting, and gets its e-mail by a later run', async () => {
  const [courseCode, emails] = [await givenCourse(world), [fresh(), fresh(), fresh()]]
  for (const email of emails) await save(courseCode, email)
  const saved = world.db.selectFrom('saved_checkout').select('email').where('email', 'in', emails)
  const { email: bad } = await saved.orderBy('id').limit(1).executeTakeFirstOrThrow()
  const condition = `old.email = '${bad}'`
  const allow = await refuseChanges(world.db, { event: 'update', table: 'saved_checkout', condition })
  const countMails = () => Promise.all(emails.map(async (email) => (await listMails(email)).length))
  await remindUnfinished(at(24))
  expect(await countMails()).toEqual(emails.map((email) => (email === bad ? 0 : 1)))
  await allow()
  await remindUnfinished(at(25))
  expect(await countMails()).toEqual([1, 1, 1])
})

test('there is no e-mail for a full, closed or withdrawn course, for too few seats, after four days, or if turned off', async () => {
  const cases: [string, (courseCode: string, email: string) => Promise<unknown>][] = [
    ['full', (code) => setCohort(code, { capacity: 3, taken: 3 })],
    ['too few seats', (code) => setCohort(code, { capacity: 3, taken: 2 })],
    ['closed', (code) => setCohort(code, { enrol_closes_at: new Date(NOON.getTime() + HOUR_MS) })],
    [
      'withdrawn',
      (code) =>
        world.db
          .updateTable('course')
          .set({ withdrawn_at: NOON })
          .where('course_code', '=', code.replace(/-1$/, ''))
          .execute(),
    ],
    ['turned off', (_code, email) => putOptOut(world.db, email, 'checkout.unfinished')],
  ]
  const emails: [string, string][] = []
  for (const [name, change] of cases) {
    const [courseCode, email] = [await givenCourse(world), fresh()]
    await save(courseCode, email)
    await change(courseCode, email)
    emails.push([name, email])
  }
  const late = fresh()
  await save(await givenCourse(world), late, { hours: -4 * 24 })
  await remindUnfinished(at(24))
  for (const [name, email] of [...emails, ['late', late]] as const)
    expect([name, await listMails(email)]).toEqual([name, []])
})

test('there is no e-mail while the site takes no payments, but there is one for a free course', async () => {
  const [paid, free] = [fresh(), fresh()]
  await save(await givenCourse(world), paid)
  await save(await givenCourse(world, { priceMinor: 0 }), free)
  await remindUnfinished(withGateway(at(24), null))
  expect(await listMails(paid)).toEqual([])
  expect(await listMails(free)).toHaveLength(1)
})

const setCohort = (cohortCode: string, fields: object) =>
  world.db.updateTable('cohort').set(fields).where('cohort_code', '=', cohortCode).execute()

test('the e-mailed link deletes every checkout of its address; a browser’s own link deletes one', async () => {
  const [first, second, email] = [await givenCourse(world), await givenCourse(world), fresh()]
  const [one, other] = [await save(first, email), await save(second, email)]
  await deleteSavedCheckout(at(1), { token: one.token, ip: IP })
  expect((await readSavedCheckout(at(1), { token: one.token, ip: IP })).ok).toBe(false)
  expect((await readSavedCheckout(at(1), { token: other.token, ip: IP })).ok).toBe(true)
  await save(first, email)
  await remindUnfinished(at(24))
  const [mail] = await listMails(email)
  await deleteSavedCheckout(at(25), { token: getToken(mail!.text_body), ip: IP })
  expect(await world.db.selectFrom('saved_checkout').select('id').where('email', '=', email).execute()).toEqual([])
})

test('an order deletes the saved checkouts of its address and course, in the same transaction', async () => {
  const [courseCode, other, email] = [await givenCourse(world), await givenCourse(world), fresh()]
  await save(courseCode, email)
  await save(other, email)
  await givenPaidOrder(world, { courseCode, email })
  const rows = world.db.selectFrom('saved_checkout').select('cohort_code').where('email', '=', email)
  expect(await rows.execute()).toEqual([{ cohort_code: other }])
})

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ is: fc.constant('save' as const), course: fc.nat(1), withToken: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('order' as const), course: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('delete' as const), course: fc.nat(1) }) },
    {
      weight: 4,
      arbitrary: fc.record({ is: fc.constant('wait' as const), hours: fc.constantFrom(1, 12, 24, 48, 200) }),
    },
  ),
  { minLength: 4, maxLength: 14 },
)

test('any order of saves, orders, deletions and time gives at most one e-mail in 7 days, and none after an order', async () => {
  const courses = [await givenCourse(world, { seats: 100 }), await givenCourse(world, { seats: 100 })]
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const email = fresh()
      const tokens: (string | undefined)[] = []
      const ordered = new Set<number>()
      let hours = 0
      let lastMailAt = Number.NEGATIVE_INFINITY
      let count = 0
      const getAllowed = async () => {
        const rows = world.db.selectFrom('saved_checkout').select('cohort_code').where('email', '=', email)
        return (await rows.execute()).some(({ cohort_code }) => !ordered.has(courses.indexOf(cohort_code)))
      }
      for (const step of script) {
        if (step.is === 'wait') hours += step.hours
        if (step.is === 'save') {
          const token = step.withToken ? tokens[step.course] : undefined
          tokens[step.course] = (await save(courses[step.course]!, email, { hours, ...(token && { token }) })).token
        }
        if (step.is === 'delete' && tokens[step.course])
          await deleteSavedCheckout(at(hours), { token: tokens[step.course]!, ip: IP })
        if (step.is === 'order' && !ordered.has(step.course)) {
          await givenPaidOrder(world, { courseCode: courses[step.course]!, email })
          ordered.add(step.course)
        }
        const isAllowed = await getAllowed()
        await remindUnfinished(at(hours))
        const mails = (await listMails(email)).length
        expect(mails - count).toBeLessThanOrEqual(isAllowed ? 1 : 0)
        if (mails > count) {
          expect(hours - lastMailAt).toBeGreaterThanOrEqual(7 * 24)
          lastMailAt = hours
        }
        count = mails
      }
      await world.db.deleteFrom('rate_limit').execute()
    }),
    { numRuns: 12 },
  )
})

test('a changed address ends the links of the old one: they neither read the checkout nor delete those of the new address', async () => {
  const [courseCode, wrong, right] = [await givenCourse(world), fresh(), fresh()]
  const { token } = await save(courseCode, wrong)
  await remindUnfinished(at(24))
  const mailed = getToken((await listMails(wrong))[0]!.text_body)
  const other = await save(courseCode, right)
  expect((await save(courseCode, right, { token, hours: 25, name: 'Ivy Right' })).token).toBe(token)
  expect(await readSavedCheckout(at(26), { token: mailed, ip: IP })).toMatchObject({ ok: false })
  await deleteSavedCheckout(at(26), { token: mailed, ip: IP })
  for (const valid of [token, other.token])
    expect(await readSavedCheckout(at(26), { token: valid, ip: IP })).toMatchObject({ value: { email: right } })
})

test('a buyer who continues by the mailed link with another address ends the first link', async () => {
  const [courseCode, first, second] = [await givenCourse(world), fresh(), fresh()]
  const { token } = await save(courseCode, first)
  await remindUnfinished(at(24))
  const mailed = getToken((await listMails(first))[0]!.text_body)
  await save(courseCode, second, { token: mailed, hours: 25 })
  expect(await readSavedCheckout(at(26), { token: mailed, ip: IP })).toMatchObject({ value: { email: second } })
  expect(await readSavedCheckout(at(26), { token, ip: IP })).toMatchObject({ ok: false })
})
