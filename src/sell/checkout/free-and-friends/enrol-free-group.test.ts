import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#screens/admin/audit-money.ts'
import { expireUnconfirmed } from '#sell/orders/free-enrolments.ts'
import { createRandom } from '../../../../tests/support/random.ts'
import { bodyFor, freePlaces, TAKEN } from '../../../../tests/world/free-places.ts'
import { createIdentityWorld, fresh, type Identity } from '../../../../tests/world/identity.ts'
import { givenCourse, givenPromoCode } from '../../../../tests/world/selling.ts'
import { checkoutJobs } from '../jobs.ts'

let own: Identity
beforeAll(async () => {
  own = await createIdentityWorld()
  await own.world.jobs.work(checkoutJobs(own.world))
})
afterAll(() => own.close())

const { enrol, fromClient, taken } = freePlaces(() => own)
const tokenIn = (mail: { text_body: string }) => /confirm-enrolment#token=(\S+)/.exec(mail.text_body)?.[1]
const seats = async (orderId: string) => {
  const { rows } = await sql<{ seat: number; state: string; named: boolean }>`
    select seat::int, state, person_id is not null as named from enrolment where order_id = ${orderId} order by seat`.execute(
    own.world.db,
  )
  return rows
}

describe('a group in a free course', () => {
  test('of a signed-in person is enrolled at once; the friend is invited and takes the seat', async () => {
    const free = await givenCourse(own.world, { priceMinor: 0, seats: 5 })
    const email = await own.known()
    const friend = fresh()
    const body = bodyFor(free, undefined, { seats: 3, friends: [{ email: friend, name: 'Ben' }] })
    const response = await enrol(body, await own.as(email))
    expect(response).toMatchObject({ status: 200, body: { data: { access: 'open' } } })
    expect(await taken(free)).toBe(3)
    expect(await seats(response.body.data.orderId)).toEqual([
      { seat: 1, state: 'active', named: true },
      { seat: 2, state: 'active', named: false },
      { seat: 3, state: 'active', named: false },
    ])
    const invitation = await own.mailTo(friend)
    expect(invitation.text_body).not.toContain('paid')
    expect(await own.post('confirm-enrolment', { token: tokenIn(invitation) })).toMatchObject({
      status: 200,
      body: { data: { courseCode: free } },
    })
    expect((await seats(response.body.data.orderId))[1]).toMatchObject({ seat: 2, named: true })
  })

  test('of a guest opens with the confirmed address, and nobody is invited before', async () => {
    const free = await givenCourse(own.world, { priceMinor: 0, seats: null })
    const [email, friend] = [fresh(), fresh()]
    const response = await enrol(bodyFor(free, email, { seats: 2, friends: [{ email: friend }] }))
    expect(response).toMatchObject(TAKEN)
    const { orderId, checkoutToken } = response.body.data
    const named = await own.post(
      `orders/${orderId}/friends`,
      { seat: 2, email: fresh() },
      { authorization: `Bearer ${checkoutToken}` },
    )
    expect(named).toMatchObject({ body: { errorCode: 'FRIENDS_CLOSED' } })
    const mail = await own.mailTo(email)
    const invitations = own.world.db.selectFrom('invitation').select('sent_at').where('order_id', '=', orderId)
    expect(await invitations.execute()).toEqual([{ sent_at: null }])

    expect(await own.post('confirm-enrolment', { token: tokenIn(mail) })).toMatchObject({ status: 200 })
    expect((await seats(orderId)).map(({ state }) => state)).toEqual(['active', 'active'])
    expect((await own.mailTo(friend)).text_body).toContain('confirm-enrolment#token=')
  })

  test('returns every seat, and the use of the code, if nobody confirms', async () => {
    const priced = await givenCourse(own.world)
    const code = await givenPromoCode(own.world, { percent_off: 100 }, 1)
    expect(await fromClient(priced, '192.0.2.90', fresh(), { seats: 3, promoCode: code })).toMatchObject({ ok: true })
    expect(await taken(priced)).toBe(3)
    await sql`update enrolment set expires_at = now() - interval '1 second' where state = 'unconfirmed'`.execute(
      own.world.db,
    )
    await Promise.all([expireUnconfirmed(own.world), expireUnconfirmed(own.world)])
    expect(await taken(priced)).toBe(0)
    expect(await fromClient(priced, '192.0.2.91', fresh(), { seats: 2, promoCode: code })).toMatchObject({ ok: true })
  })

  test('is replaced by the same client’s next request', async () => {
    const free = await givenCourse(own.world, { priceMinor: 0, seats: 5 })
    const email = fresh()
    const clientKey = randomUUID()
    const first = await enrol(bodyFor(free, email, { clientKey, seats: 2 }))
    const second = await enrol(bodyFor(free, email, { clientKey, seats: 3 }))
    expect(second).toMatchObject(TAKEN)
    expect((await seats(first.body.data.orderId)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    expect(await taken(free)).toBe(3)
  })

  test('gets all its seats or none', async () => {
    const free = await givenCourse(own.world, { priceMinor: 0, seats: 2 })
    expect(await enrol(bodyFor(free, undefined, { seats: 3 }), await own.as(await own.known()))).toMatchObject({
      status: 409,
      body: { errorCode: 'SEATS_TAKEN', data: { seatsRemaining: 2 } },
    })
    expect(await taken(free)).toBe(0)
  })

  test('of more than three in a course with limited seats needs a log-in', async () => {
    const free = await givenCourse(own.world, { priceMinor: 0, seats: 30 })
    const fields = { seats: 'To book more than 3 free seats, please log in.' }
    expect(await enrol(bodyFor(free, fresh(), { seats: 4 }))).toMatchObject({ status: 400, body: { fields } })
    expect(await enrol(bodyFor(free, undefined, { seats: 4 }), await own.as(await own.known()))).toMatchObject({
      status: 200,
    })
    expect(await taken(free)).toBe(4)
  })
})

test('parties of any size never take more seats than there are, and the counter equals the seats', async () => {
  const random = createRandom(20261124)
  const free = await givenCourse(own.world, { priceMinor: 0, seats: 20 })
  const parties = Array.from({ length: 30 }, () => random.pick([1, 2, 3]))
  await Promise.all(parties.map((size, n) => fromClient(free, `198.51.100.${n}`, fresh(), { seats: size })))
  const { rows } = await sql<{ count: number; broken: number }>`select count(*)::int as count,
    count(*) filter (where order_id in (select o.id from orders o where o.seats <>
      (select count(*) from enrolment e where e.order_id = o.id)))::int as broken
    from enrolment where cohort_code = ${free} and state <> 'cancelled'`.execute(own.world.db)
  expect(rows[0]).toEqual({ count: await taken(free), broken: 0 })
  expect(rows[0]!.count).toBeLessThanOrEqual(20)
  expect(rows[0]!.count).toBeGreaterThanOrEqual(18)
})

test('the audit finds no violation after these tests', async () => {
  const auditQuestions = await audit(own.world)
  expect(auditQuestions.filter(({ id, violations }) => id !== 'Q6' && violations.length > 0)).toEqual([])
})
