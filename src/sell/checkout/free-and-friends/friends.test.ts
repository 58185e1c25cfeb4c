import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { expire } from '#people/personal-data/expire.ts'
import { createSecrets } from '#platform/secrets.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { refuseChanges } from '../../../../tests/world/refuse-changes.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../../tests/world/world.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { viewOrder } from '../place-order/view-order.ts'
import { confirmByLink, readConfirmation } from './confirm-enrolment.ts'
import { inviteFriends, remindFriends, welcomeFriend } from './invite.ts'
import { nameFriend } from './name-friend.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

const inDays = (days: number) => ({ ...world, clock: () => new Date(Date.now() + days * 86_400_000) })
const someone = () => `${randomUUID()}@understudy.test`
const mailsTo = (email: string) =>
  world.db.selectFrom('mail').selectAll().where('to_address', '=', email).orderBy('created_at').execute()
const findPerson = (email: string) =>
  world.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
const taken = async (courseCode: string) =>
  (await world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', courseCode).executeTakeFirst())?.taken

/** Three seats, paid; the friends are invited. */
async function group(...friends: { email: string; name?: string }[]) {
  return groupIn(await givenCourse(world, { startsInDays: 30 }), 'full', friends)
}

async function groupIn(courseCode: string, paymentType: 'full' | 'deposit', friends: { email: string }[]) {
  const body = { ...(await checkoutBody(world, courseCode, undefined, { seats: 3, paymentType })), friends }
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, checkoutToken, clientSecret } = placed.value
  await inviteFriends(world, orderId)
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  await checkPayment(world, guest(checkoutToken), { orderId })
  await inviteFriends(world, orderId)
  return { orderId, checkoutToken, courseCode, buyer: body.email! }
}

async function tokenTo(email: string): Promise<string> {
  const [mail] = (await mailsTo(email)).filter(({ subject }) => subject.includes('place'))
  return /#token=(\S+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
}

const accept = (token: string) => confirmByLink(world, { token, ip: randomUUID() })
type Group = Awaited<ReturnType<typeof group>>
const name = ({ orderId, checkoutToken }: Group, seat: number, email: string, deps = world) =>
  nameFriend(deps as World, guest(checkoutToken), orderId, { seat, email, ip: randomUUID() })

/** The buyer signed in, with a proved address, and by default with a step-up. */
async function nameAs({ orderId, buyer }: Group, seat: number, email: string, isSteppedUp = true) {
  const proved = world.db.updateTable('person').set({ email_verified_at: new Date() }).where('email', '=', buyer)
  const { id: personId } = await proved.returning('id').executeTakeFirstOrThrow()
  const session = { sessionId: randomUUID(), audience: 'learner', roles: ['learner'], isSteppedUp } as const
  const actor = { kind: 'person', personId, ...session } as const
  return nameFriend(world, actor, orderId, { seat, email, ip: randomUUID() })
}

async function friendsSeen({ orderId, checkoutToken }: Group) {
  const outcome = await viewOrder(world, guest(checkoutToken), orderId)
  return outcome.ok ? outcome.value.friends : outcome
}

test('an admin cannot name a friend, because that would give away a paid seat without a record', async () => {
  const order = await group()
  const roles = ['learner', 'community-admin']
  const admin = { kind: 'person', personId: randomUUID(), sessionId: randomUUID(), audience: 'admin', roles } as const
  const friend = { seat: 2, email: someone(), ip: randomUUID() }
  expect(await nameFriend(world, admin, order.orderId, friend)).toMatchObject({ refusal: { code: 'ORDER_NOT_FOUND' } })
})

test('a friend is invited once, after the payment, and has no account until they accept', async () => {
  const fern = someone()
  const order = await group({ email: fern, name: 'Fern' })
  await inviteFriends(world, order.orderId)
  const mails = await mailsTo(fern)
  expect(mails.map(({ subject }) => subject)).toEqual(['A place is waiting for you: A course'])
  expect(mails[0]!.text_body).toContain(
    'Hello Fern. Demo Buyer has booked a place for you in A course, and it is paid for.',
  )
  expect(await findPerson(fern)).toBeUndefined()
  expect(await friendsSeen(order)).toEqual([
    { seat: 2, status: 'invited' },
    { seat: 3, status: 'unnamed' },
  ])
})

test('a friend of a group that paid a deposit hears that the place is paid for once it is', async () => {
  const fern = someone()
  const courseCode = await givenCourse(world, { startsInDays: 60, depositMinor: 4_900 })
  const { orderId, checkoutToken } = await groupIn(courseCode, 'deposit', [{ email: fern }])
  await remindFriends(inDays(4))
  const mails = await mailsTo(fern)
  expect(mails.map(({ text_body }) => text_body.includes('paid'))).toEqual([false, false])
  expect(mails[1]!.text_body).toContain('Demo Buyer has booked a place for you in A course. It begins on')

  const giftCardCode = await givenGiftCard(world, 1_200)
  const balance = { paymentMethod: 'gift-card', giftCardCode } as const
  expect(await payOrder(world, guest(checkoutToken), orderId, balance, randomUUID())).toMatchObject({ ok: true })
  const gil = someone()
  expect(
    await nameFriend(world, guest(checkoutToken), orderId, { seat: 3, email: gil, ip: randomUUID() }),
  ).toMatchObject({
    ok: true,
  })
  await inviteFriends(world, orderId)
  expect((await mailsTo(gil))[0]!.text_body).toContain(', and it is paid for.')
})

test('a friend who accepts gets the seat, a proved address and a welcome e-mail; the link works once', async () => {
  const fern = someone()
  const order = await group({ email: fern, name: 'Fern' })
  const token = await tokenTo(fern)
  const read = () => readConfirmation(world, { token, ip: randomUUID() })
  expect(await read()).toMatchObject({ value: { title: 'A course', invitedBy: 'Demo Buyer', needsPassword: true } })
  const opened = await accept(token)
  expect(await read()).toMatchObject({ value: { needsPassword: false } })
  expect(opened).toMatchObject({ value: { courseCode: order.courseCode, passwordToken: expect.any(String) } })
  const person = await findPerson(fern)
  expect(person).toMatchObject({ name: 'Fern', email_verified_at: expect.any(Date) })
  expect(await isEnrolled(world.db, order.courseCode, person!.id)).toBe(true)
  expect(await taken(order.courseCode), 'the seat was taken before').toBe(3)
  expect(await friendsSeen(order)).toMatchObject([{ status: 'accepted' }, { status: 'unnamed' }])

  const enrolment = await world.db
    .selectFrom('enrolment')
    .select('id')
    .where('person_id', '=', person!.id)
    .executeTakeFirstOrThrow()
  const freeze = (frozen_at: Date | null) =>
    world.db.updateTable('enrolment').set({ frozen_at }).where('id', '=', enrolment.id).execute()
  await freeze(new Date())
  await welcomeFriend(world, enrolment.id)
  expect(await mailsTo(fern), 'nobody is welcomed to a frozen seat').toHaveLength(1)
  await freeze(null)
  await welcomeFriend(world, enrolment.id)
  await welcomeFriend(world, enrolment.id)
  expect(await mailsTo(fern)).toHaveLength(2)
})

test('a used link gives no access to the account, even if no password was set', async () => {
  const fern = someone()
  await group({ email: fern })
  const token = await tokenTo(fern)
  const response = await Promise.all([accept(token), accept(token), accept(token)])
  const tokens = response.flatMap((outcome) => (outcome.ok && outcome.value.passwordToken) || [])
  expect(tokens).toHaveLength(1)
  expect(await accept(token)).toMatchObject({ value: { passwordToken: null } })
})

test('twenty simultaneous acceptances give one enrolment', async () => {
  const fern = someone()
  await group({ email: fern })
  const token = await tokenTo(fern)
  await Promise.all(Array.from({ length: 20 }, () => accept(token)))
  const person = await findPerson(fern)
  const enrolments = await world.db.selectFrom('enrolment').select('id').where('person_id', '=', person!.id).execute()
  expect(enrolments).toHaveLength(1)
})

test('a friend gets one reminder after three days, but none after accepting or after the start', async () => {
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

test('a friend whose reminder fails does not keep the others waiting', async () => {
  const friends = [someone(), someone()]
  await group(...friends.map((email) => ({ email })))
  const invitations = world.db.selectFrom('invitation').select('email').where('email', 'in', friends)
  const { email: bad } = await invitations.orderBy('id').limit(1).executeTakeFirstOrThrow()
  const allow = await refuseChanges(world.db, {
    event: 'update',
    table: 'invitation',
    condition: `old.email = '${bad}'`,
  })
  await remindFriends(inDays(3.1))
  await allow()
  for (const email of friends) expect(await mailsTo(email)).toHaveLength(email === bad ? 1 : 2)
  await remindFriends(inDays(3.1))
  expect(await mailsTo(bad)).toHaveLength(2)
})

test('the buyer names a friend later, then replaces that friend, and only the new link works', async () => {
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
  expect(await isEnrolled(world.db, order.courseCode, (await findPerson(gil))!.id)).toBe(false)
  expect(await taken(order.courseCode)).toBe(3)
  expect(await name(order, 2, someone(), inDays(31) as World)).toMatchObject({ refusal: { code: 'FRIENDS_CLOSED' } })
})

test('a bearer without a step-up fills a free seat, and takes none from a friend who was named or has accepted', async () => {
  const [fern, gil] = [someone(), someone()]
  const order = await group({ email: fern })
  const stepUp = { refusal: { code: 'STEP_UP_REQUIRED' } }
  expect(await nameAs(order, 3, gil, false), 'a free seat').toMatchObject({ ok: true })
  expect(await nameAs(order, 2, someone(), false), 'named with the order').toMatchObject(stepUp)
  await accept(await tokenTo(fern))
  expect(await nameAs(order, 2, someone(), false), 'accepted').toMatchObject(stepUp)
  expect(await isEnrolled(world.db, order.courseCode, (await findPerson(fern))!.id)).toBe(true)
  expect(await nameAs(order, 3, someone(), false), 'named by the buyer').toMatchObject(stepUp)
  expect(await nameAs(order, 2, someone()), 'with the step-up').toMatchObject({ ok: true })
})

test('a payer with another person’s address cannot take seats from the friends whom that person named', async () => {
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

test('a friend with an own enrolment keeps it, and the offered seat stays free for another friend', async () => {
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
  await checkPayment(world, guest(own.value.checkoutToken), { orderId: own.value.orderId })
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

test('a friend who never accepts is deleted 30 days after the end', async () => {
  const fern = someone()
  const order = await group({ email: fern })
  const ended = (days: number) =>
    sql`update cohort set starts_at = now() - ${days + 1} * interval '1 day', ends_at = now() - ${days} * interval '1 day' where cohort_code = ${order.courseCode}`.execute(
      world.db,
    )
  const listInvitations = () => world.db.selectFrom('invitation').select('id').where('email', '=', fern).execute()
  await ended(29)
  await expire(world, 'nightly')
  expect(await listInvitations()).toHaveLength(1)
  await ended(31)
  await expire(world, 'nightly')
  expect(await listInvitations()).toHaveLength(0)
})

test('a reminder after a secret rotation contains the link of the invitation', async () => {
  const fern = someone()
  await group({ email: fern })
  const young = createSecrets(randomBytes(32))
  const macs: typeof young.macs = (...input) => [...young.macs(...input), ...world.secrets.macs(...input)]
  await remindFriends({ ...inDays(4), secrets: { ...young, macs } })
  const links = (await mailsTo(fern)).map(({ text_body: text }) => /#token=(\S+)/.exec(text)?.[1])
  expect(links).toHaveLength(2)
  expect(links[1]).toBe(links[0])
})
