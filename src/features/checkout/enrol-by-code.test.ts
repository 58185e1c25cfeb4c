import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lapseUnconfirmed } from '#features/enrolments/free-places.ts'
import { bodyFor, freePlaces, TAKEN } from '../../../tests/free-places.ts'
import { fresh, type Identity, openIdentity } from '../../../tests/identity.ts'
import { givenCourse, givenPromoCode } from '../../../tests/selling.ts'
import { audit } from './audit.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

const { enrol, fromClient, taken } = freePlaces(() => own)

test('a code that takes everything off enrols as often as it may be used, and no more', async () => {
  const priced = await givenCourse(own.world)
  const code = `ALL${randomUUID().slice(0, 8)}`.toUpperCase()
  await own.world.db
    .insertInto('promo_code')
    .values({ code, label: 'All of it', percent_off: 100, currency: 'USD', use_limit: 2 })
    .execute()
  const told = await Promise.all(
    Array.from({ length: 5 }, (_, n) => fromClient(priced, `192.0.2.${n}`, fresh(), { promoCode: code })),
  )
  expect(told.filter((outcome) => outcome.ok)).toHaveLength(2)
  expect(told.flatMap((outcome) => (outcome.ok ? [] : outcome.refusal.code))).toEqual(Array(3).fill('PROMO_INVALID'))
  expect(await taken(priced)).toBe(2)
})

describe('a code that takes everything off', () => {
  const lapsed = sql`update enrolment set lapses_at = now() - interval '1 second' where state = 'unconfirmed'`
  const usesOf = async (code: string) =>
    (await own.world.db.selectFrom('promo_code').select('uses').where('code', '=', code).executeTakeFirst())?.uses

  test('has its use back, once, where nobody confirmed the place', async () => {
    const [priced, code] = [await givenCourse(own.world), await givenPromoCode(own.world, { percent_off: 100 }, 1)]
    const first = await fromClient(priced, '192.0.2.77', fresh(), { promoCode: code })
    expect(await fromClient(priced, '192.0.2.78', fresh(), { promoCode: code })).toMatchObject({ ok: false })
    await lapsed.execute(own.world.db)
    await Promise.all([lapseUnconfirmed(own.world), lapseUnconfirmed(own.world)])
    expect(await usesOf(code)).toBe(0)
    expect(await fromClient(priced, '192.0.2.78', fresh(), { promoCode: code })).toMatchObject({ ok: true })
    expect(await usesOf(code)).toBe(1)
    expect(first).toMatchObject({ ok: true })
  })

  test('is used once by whoever confirms, and not by the place that a stranger began for them', async () => {
    const [priced, code] = [await givenCourse(own.world), await givenPromoCode(own.world, { percent_off: 100 }, 5)]
    const email = await own.known()
    const headers = await own.as(email)
    await fromClient(priced, '192.0.2.79', email, { promoCode: code })
    await lapsed.execute(own.world.db)
    expect(await enrol(bodyFor(priced, undefined, { promoCode: code }), headers)).toMatchObject({ status: 200 })
    expect(await usesOf(code)).toBe(1)
  })

  test('is told to no stranger who names the address: without the code there is no such place', async () => {
    const [priced, code] = [await givenCourse(own.world), await givenPromoCode(own.world, { percent_off: 100 }, 1)]
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

  test('cannot be used up by one client that confirms nothing, however many seats there are', async () => {
    const priced = await givenCourse(own.world, { seats: null })
    const code = await givenPromoCode(own.world, { percent_off: 100 }, 50)
    for (let time = 0; time < 5; time++) await fromClient(priced, '192.0.2.80', fresh(), { promoCode: code })
    expect(await usesOf(code)).toBe(3)
  })
})

test('the audit finds nothing in all of it', async () => {
  const found = await audit(own.world)
  expect(found.filter(({ id, violations }) => id !== 'Q6' && violations.length > 0)).toEqual([])
})
