import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isEnrolled } from '#features/enrolments/queries.ts'
import { expire } from '#features/personal-data/expire.ts'
import { openSecrets } from '#platform/secrets.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/selling.ts'
import { guest, openWorld, type World } from '../../../tests/world.ts'
import { audit } from './audit.ts'
import { openPlace } from './confirm-enrolment.ts'
import { inviteFriends, remindFriends, welcomeFriend } from './invite.ts'
import { nameFriend } from './name-friend.ts'
import { placeOrder } from './order.ts'
import { howItStands } from './verify.ts'
import { viewOrder } from './view-order.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(20)
})
afterAll(async () => {
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

const inDays = (days: number) => ({ ...world, clock: () => new Date(Date.now() + days * 86_400_000) })
const someone = () => `${randomUUID()}@understudy.test`
const mailsTo = (email: string) =>
  world.db.selectFrom('mail').selectAll().where('to_address', '=', email).orderBy('created_at').execute()
const personOf = (email: string) =>
  world.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
const taken = async (courseCode: string) =>
  (await world.db.selectFrom('cohort').select('taken').where('course_code', '=', courseCode).executeTakeFirst())?.taken

/** Three seats, paid; the friends are invited. */
async function group(...friends: { email: string; name?: string }[]) {
  const courseCode = await givenCourse(world, { startsInDays: 30 })
  const body = { ...(await checkoutBody(world, courseCode, undefined, { seats: 3 })), friends }
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, checkoutToken, clientSecret } = placed.value
  await inviteFriends(world, orderId)
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  await howItStands(world, guest(checkoutToken), { orderId })
  await inviteFriends(world, orderId)
  return { orderId, checkoutToken, courseCode, buyer: body.email! }
}

async function tokenTo(email: string): Promise<string> {
  const [mail] = (await mailsTo(email)).filter(({ subject }) => subject.includes('place'))
  return /#token=(\S+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
}

const accept = (token: string) => openPlace(world, { token, ip: randomUUID() })
type Group = Awaited<ReturnType<typeof group>>
const name = ({ orderId, checkoutToken }: Group, seat: number, email: string, deps = world) =>
  nameFriend(deps as World, guest(checkoutToken), orderId, { seat, email, ip: randomUUID() })

/** The buyer signed in, with a proved address. */
async function nameAs({ orderId, buyer }: Group, seat: number, email: string) {
  const proved = world.db.updateTable('person').set({ email_verified_at: new Date() }).where('email', '=', buyer)
  const { id: personId } = await proved.returning('id').executeTakeFirstOrThrow()
  const actor = { kind: 'person', personId, sessionId: randomUUID(), audience: 'learner', roles: ['learner'] } as const
  return nameFriend(world, actor, orderId, { seat, email, ip: randomUUID() })
}

async function friendsSeen({ orderId, checkoutToken }: Group) {
  const outcome = await viewOrder(world, guest(checkoutToken), orderId)
  return outcome.ok ? outcome.value.friends : outcome
}

test('an admin names nobody: that would give a paid seat away without a record', async () => {
  const order = await group()
  const roles = ['learner', 'community-admin']
  const admin = { kind: 'person', personId: randomUUID(), sessionId: randomUUID(), audience: 'admin', roles } as const
  const friend = { seat: 2, email: someone(), ip: randomUUID() }
  expect(await nameFriend(world, admin, order.orderId, friend)).toMatchObject({ refusal: { code: 'ORDER_NOT_FOUND' } })
})

test('a friend is invited once it is paid, once, and has no account until they accept', async () => {
  const fern = someone()
  const order = await group({ email: fern, name: 'Fern' })
  await inviteFriends(world, order.orderId)
  const mails = await mailsTo(fern)
  expect(mails.map(({ subject }) => subject)).toEqual(['A place is waiting for you: A course'])
  expect(mails[0]!.text_body).toContain('Hello Fern. Demo Buyer has booked a place for you in A course')
  expect(await personOf(fern)).toBeUndefined()
  expect(await friendsSeen(order)).toEqual([
    { seat: 2, status: 'invited' },
    { seat: 3, status: 'unnamed' },
  ])
})

test('who accepts has the place, a proved address and a welcome; the link works once', async () => {
  const fern = someone()
  const order = await group({ email: fern, name: 'Fern' })
  const token = await tokenTo(fern)
  const opened = await accept(token)
  expect(opened).toMatchObject({ value: { courseCode: order.courseCode, passwordToken: expect.any(String) } })
  const person = await personOf(fern)
  expect(person).toMatchObject({ name: 'Fern', email_verified_at: expect.any(Date) })
  expect(await isEnrolled(world.db, order.courseCode, person!.id)).toBe(true)
  expect(await taken(order.courseCode), 'the seat was taken before').toBe(3)
  expect(await friendsSeen(order)).toMatchObject([{ status: 'accepted' }, { status: 'unnamed' }])

  const enrolment = await world.db
    .selectFrom('enrolment')
    .select('id')
    .where('person_id', '=', person!.id)
    .executeTakeFirstOrThrow()
  await welcomeFriend(world, enrolment.id)
  await welcomeFriend(world, enrolment.id)
  expect(await mailsTo(fern)).toHaveLength(2)
})

test('a link that was used opens no account any more, though no password was set', async () => {
  const fern = someone()
  await group({ email: fern })
  const token = await tokenTo(fern)
  const told = await Promise.all([accept(token), accept(token), accept(token)])
  const tokens = told.flatMap((outcome) => (outcome.ok && outcome.value.passwordToken) || [])
  expect(tokens).toHaveLength(1)
  expect(await accept(token)).toMatchObject({ value: { passwordToken: null } })
})

test('twenty presses at once give one place', async () => {
  const fern = someone()
  await group({ email: fern })
  const token = await tokenTo(fern)
  await Promise.all(Array.from({ length: 20 }, () => accept(token)))
  const person = await personOf(fern)
  const places = await world.db.selectFrom('enrolment').select('id').where('person_id', '=', person!.id).execute()
  expect(places).toHaveLength(1)
})

test('one reminder after three days, none to who accepted, none after the start', async () => {
  const [quick, slow, late] = [someone(), someone(), someone()]
  await group({ email: quick }, { email: slow })
  await accept(await tokenTo(quick))
  await remindFriends(inDays(2.9))
  expect(await mailsTo(slow)).toHaveLength(1)
  for (const days of [3.1, 4, 10]) await remindFriends(inDays(days))
  const subjects = (await mailsTo(slow)).map(({ subject }) => subject)
  expect(subjects.slice(1)).toEqual(['Your place is still waiting: A course'])
  expect((await mailsTo(quick)).some(({ subject }) => subject.startsWith('Your place'))).toBe(false)
  await group({ email: late })
  await remindFriends(inDays(31))
  expect(await mailsTo(late)).toHaveLength(1)
})

test('the buyer names somebody later, and another one in their place, whose link alone works', async () => {
  const [fern, gil] = [someone(), someone()]
  const order = await group()
  expect(await name(order, 2, fern)).toMatchObject({ ok: true })
  await inviteFriends(world, order.orderId)
  const old = await tokenTo(fern)
  expect(await name(order, 2, gil)).toMatchObject({ ok: true })
  await inviteFriends(world, order.orderId)
  expect(await accept(old)).toMatchObject({ refusal: { code: 'VERIFICATION_INVALID' } })
  expect(await accept(await tokenTo(gil))).toMatchObject({ ok: true })

  const hal = someone()
  expect(await name(order, 2, hal), 'a token takes no seat from who has accepted').toMatchObject({
    refusal: { code: 'FRIENDS_LOG_IN' },
  })
  expect(await nameAs(order, 2, hal), 'the buyer may until the start').toMatchObject({ ok: true })
  expect(await isEnrolled(world.db, order.courseCode, (await personOf(gil))!.id)).toBe(false)
  expect(await taken(order.courseCode)).toBe(3)
  expect(await name(order, 2, someone(), inDays(31) as World)).toMatchObject({ refusal: { code: 'FRIENDS_CLOSED' } })
})

test('somebody who paid with another person’s address takes no seat from the friends whom that person named', async () => {
  const order = await group()
  const fern = someone()
  expect(await name(order, 2, someone()), 'a free seat').toMatchObject({ ok: true })
  expect(await name(order, 2, someone()), 'a seat whose friend the same browser named').toMatchObject({ ok: true })
  expect(await nameAs(order, 2, fern)).toMatchObject({ ok: true })
  expect(await name(order, 2, someone())).toMatchObject({ refusal: { code: 'FRIENDS_LOG_IN' } })
  expect(await name(order, 3, someone())).toMatchObject({ ok: true })
  await inviteFriends(world, order.orderId)
  expect(await accept(await tokenTo(fern))).toMatchObject({ ok: true })
})

test('whoever has a place of their own keeps it, and the seat is free for another', async () => {
  const fern = someone()
  const order = await group({ email: fern })
  const token = await tokenTo(fern)
  const { id } = await world.db
    .insertInto('person')
    .values({ email: fern, name: 'Fern' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = await placeOrder(world, guest(), await checkoutBody(world, order.courseCode, fern), 'here')
  if (!own.ok) throw new Error(own.refusal.code)
  await world.gateway!.sandbox!.confirm({ clientSecret: own.value.clientSecret, ...cards.good })
  await howItStands(world, guest(own.value.checkoutToken), { orderId: own.value.orderId })
  expect(await accept(token)).toMatchObject({ ok: true })
  expect(await friendsSeen(order)).toMatchObject([{ status: 'invited' }, {}])
  expect(await isEnrolled(world.db, order.courseCode, id)).toBe(true)
  expect(await name(order, 2, someone())).toMatchObject({ ok: true })
})

test.each([
  ['the buyer', async (order: Group) => name(order, 2, order.buyer), 'FIELD_INVALID'],
  ['the buyer’s own seat', async (order: Group) => name(order, 1, someone()), 'FRIENDS_CLOSED'],
  ['a seat that is not there', async (order: Group) => name(order, 4, someone()), 'FRIENDS_CLOSED'],
  ['another’s order', async (order: Group) => name({ ...order, checkoutToken: 'x' }, 2, someone()), 'ORDER_NOT_FOUND'],
])('naming a friend for %s is refused', async (_what, act, code) => {
  expect(await act(await group())).toMatchObject({ refusal: { code } })
})

test('who never accepts is forgotten 30 days after the end', async () => {
  const fern = someone()
  const order = await group({ email: fern })
  const ended = (days: number) =>
    sql`update cohort set starts_at = now() - ${days + 1} * interval '1 day', ends_at = now() - ${days} * interval '1 day' where course_code = ${order.courseCode}`.execute(
      world.db,
    )
  const kept = () => world.db.selectFrom('invitation').select('id').where('email', '=', fern).execute()
  await ended(29)
  await expire(world, 'nightly')
  expect(await kept()).toHaveLength(1)
  await ended(31)
  await expire(world, 'nightly')
  expect(await kept()).toHaveLength(0)
})

test('a reminder after the secret was changed brings the link that was invited with', async () => {
  const fern = someone()
  await group({ email: fern })
  const young = openSecrets(randomBytes(32))
  const macs: typeof young.macs = (...given) => [...young.macs(...given), ...world.secrets.macs(...given)]
  await remindFriends({ ...inDays(4), secrets: { ...young, macs } })
  const links = (await mailsTo(fern)).map(({ text_body: text }) => /#token=(\S+)/.exec(text)?.[1])
  expect(links).toHaveLength(2)
  expect(links[1]).toBe(links[0])
})
