import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { says } from '../../../tests/world/identity.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { importContent } from './files/import.ts'
import { findPromoCode } from './promo-codes.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld()
  await importContent(world, 'content', new Date())
  const row = { percent_off: 50, currency: 'USD' }
  await world.db
    .insertInto('promo_code')
    .values([
      { ...row, code: 'NGONLY', label: 'Half', scope: 'courses', codes: ['NG', 'GIFTC'], min_seats: 2 },
      { ...row, code: 'OVER', label: 'Half', expires_at: new Date(Date.now() - 1) },
      { ...row, code: 'USEDUP', label: 'Half', use_limit: 3, uses: 3 },
    ])
    .execute()
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

const fetchPromoCode = (query: string) => api.call(`/api/v1/promo-code?${query}`)
const INVALID = says(
  404,
  'PROMO_INVALID',
  'We can’t use this code here. Check its spelling. It may have ended, or be for another course, for more seats or for a first course.',
)

test('a code is found in any spelling, with its discount', async () => {
  expect(await fetchPromoCode('code=%20welcome10-&courseCode=NG&seats=1')).toMatchObject({
    status: 200,
    body: {
      data: {
        code: 'WELCOME10',
        valid: true,
        discountType: 'percent_off',
        discountValue: 10,
        minSeats: 1,
        appliesTo: { scope: 'all', codes: [] },
        expiresAt: null,
        label: '10 % off',
      },
    },
  })
  expect((await fetchPromoCode('code=TAKE20')).body.data).toMatchObject({
    discountType: 'amount_off',
    discountValue: { amount: '20.00', currency: 'USD' },
  })
})

test('a code for some courses names the listed ones, and applies only to them', async () => {
  expect(await fetchPromoCode('code=NGONLY&courseCode=NG&seats=2')).toMatchObject({
    status: 200,
    body: { data: { appliesTo: { scope: 'courses', codes: ['NG'] }, minSeats: 2 } },
  })
})

test.each([
  'code=OVER',
  'code=USEDUP',
  'code=NGONLY&courseCode=VFX',
  'code=NGONLY&courseCode=NG&seats=1',
  'code=WELCOME10&courseCode=GIFT',
  'code=WELCOME10&courseCode=NOSUCH',
])('an expired, used-up or inapplicable code gets the response of an unknown code: %s', async (query) =>
  expect(await fetchPromoCode(query)).toMatchObject(INVALID),
)

test('after ten unknown codes from one address, even a valid code is refused', async () => {
  const ip = randomUUID()
  const results = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => findPromoCode(world, { code: `GUESS${index}`, ip })),
  )
  const codes = results.map((outcome) => (outcome.ok ? 'good' : outcome.refusal.code))
  expect(codes.filter((code) => code === 'PROMO_INVALID')).toHaveLength(10)
  expect(await findPromoCode(world, { code: 'WELCOME10', ip })).toMatchObject({
    ok: false,
    refusal: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) },
  })
  expect((await findPromoCode(world, { code: 'WELCOME10', ip: randomUUID() })).ok).toBe(true)
})
