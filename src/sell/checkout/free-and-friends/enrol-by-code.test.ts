import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#screens/admin/audit-money.ts'
import { expireUnconfirmed } from '#sell/orders/free-enrolments.ts'
import { bodyFor, freePlaces, TAKEN } from '../../../../tests/world/free-places.ts'
import { createIdentityWorld, fresh, type Identity } from '../../../../tests/world/identity.ts'
import { givenCourse, givenPromoCode } from '../../../../tests/world/selling.ts'

let own: Identity
beforeAll(async () => {
  own = await createIdentityWorld()
})
afterAll(() => own.close())

const { enrol, fromClient, taken } = freePlaces(() => own)

test('a 100 % promo code enrols as many people as its limit allows, and no more', async () => {
  const priced = await givenCourse(own.world)
  const code = `ALL${randomUUID().slice(0, 8)}`.toUpperCase()
  await own.world.db
    .insertInto('promo_code')
    .values({ code, label: 'All of it', percent_off: 100, currency: 'USD', use_limit: 2 })
    .execute()
  const response = await Promise.all(
    Array.from({ length: 5 }, (_, n) => fromClient(priced, `192.0.2.${n}`, fresh(), { promoCode: code })),
  )
  expect(response.filter((outcome) => outcome.ok)).toHaveLength(2)
  expect(response.flatMap((outcome) => (outcome.ok ? [] : outcome.refusal.code))).toEqual(
    Array(3).fill('PROMO_INVALID'),
  )
  expect(await taken(priced)).toBe(2)
})

describe('a 100 % promo code', () => {
  const expireStatement = sql`update enrolment set expires_at = now() - interval '1 second' where state = 'unconfirmed'`
  const countUses = async (code: string) =>
    (await own.world.db.selectFrom('promo_code').select('uses').where('code', '=', code).executeTakeFirst())?.uses

  test('gets its use back, once, if nobody confirms the enrolment', async () => {
    const priced = await givenCourse(own.world)
    const code = await givenPromoCode(own.world, { percent_off: 100 }, 1)
    const first = await fromClient(priced, '192.0.2.77', fresh(), { promoCode: code })
    expect(await fromClient(priced, '192.0.2.78', fresh(), { promoCode: code })).toMatchObject({ ok: false })
    await expireStatement.execute(own.world.db)
    await Promise.all([expireUnconfirmed(own.world), expireUnconfirmed(own.world)])
    expect(await countUses(code)).toBe(0)
    expect(await fromClient(priced, '192.0.2.78', fresh(), { promoCode: code })).toMatchObject({ ok: true })
    expect(await countUses(code)).toBe(1)
    expect(first).toMatchObject({ ok: true })
  })

  test('is used once by the person who confirms, and not by an enrolment that a stranger started for them', async () => {
    const priced = await givenCourse(own.world)
    const code = await givenPromoCode(own.world, { percent_off: 100 }, 5)
    const email = await own.known()
    const headers = await own.as(email)
    await fromClient(priced, '192.0.2.79', email, { promoCode: code })
    await expireStatement.execute(own.world.db)
    expect(await enrol(bodyFor(priced, undefined, { promoCode: code }), headers)).toMatchObject({ status: 200 })
    expect(await countUses(code)).toBe(1)
  })

  test('is not revealed to a stranger who enters the address: without the code there is no such enrolment', async () => {
    const priced = await givenCourse(own.world)
    const code = await givenPromoCode(own.world, { percent_off: 100 }, 1)
    const email = fresh()
    const first = await enrol(bodyFor(priced, email, { promoCode: code }))
    expect(first).toMatchObject(TAKEN)
    const nobody = await enrol(bodyFor(priced, fresh()))
    const stranger = await enrol(bodyFor(priced, email))
    expect([stranger.status, stranger.body.errorCode]).toEqual([nobody.status, nobody.body.errorCode])
    expect(stranger).toMatchObject({ status: 402, body: { errorCode: 'PAYMENT_REQUIRED' } })
    const again = await enrol(bodyFor(priced, email, { promoCode: code.toLowerCase() }))
    expect(again.body.data.orderId).toBe(first.body.data.orderId)
  })

  test('cannot be used up by one client that never confirms, however many seats are left', async () => {
    const priced = await givenCourse(own.world, { seats: null })
    const code = await givenPromoCode(own.world, { percent_off: 100 }, 50)
    for (let time = 0; time < 5; time++) await fromClient(priced, '192.0.2.80', fresh(), { promoCode: code })
    expect(await countUses(code)).toBe(3)
  })
})

test('the audit finds no violation after these tests', async () => {
  const auditQuestions = await audit(own.world)
  expect(auditQuestions.filter(({ id, violations }) => id !== 'Q6' && violations.length > 0)).toEqual([])
})
