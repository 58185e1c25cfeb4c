import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../../tests/api.ts'
import { says } from '../../../tests/identity.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { importContent } from './import.ts'
import { findPromoCode } from './promo.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await openWorld()
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
  api = await openApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

const ask = (query: string) => api.call(`/api/v1/promo-code?${query}`)
const INVALID = says(404, 'PROMO_INVALID', 'This promo code is not valid.')

test('a code is told with what it takes off, however it is typed', async () => {
  expect(await ask('code=%20welcome10-&courseCode=NG&seats=1')).toMatchObject({
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
  expect((await ask('code=TAKE20')).body.data).toMatchObject({
    discountType: 'amount_off',
    discountValue: { amount: '20.00', currency: 'USD' },
  })
})

test('a code of some courses tells the listed ones, and is good for them alone', async () => {
  expect(await ask('code=NGONLY&courseCode=NG&seats=2')).toMatchObject({
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
])('expired, used up or not for this is the answer of an unknown code: %s', async (query) =>
  expect(await ask(query)).toMatchObject(INVALID),
)

test('ten unknown codes from one address are looked at, then none, not even a good one', async () => {
  const ip = randomUUID()
  const tries = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => findPromoCode(world, { code: `GUESS${index}`, ip })),
  )
  const codes = tries.map((outcome) => (outcome.ok ? 'good' : outcome.refusal.code))
  expect(codes.filter((code) => code === 'PROMO_INVALID')).toHaveLength(10)
  expect(await findPromoCode(world, { code: 'WELCOME10', ip })).toMatchObject({
    ok: false,
    refusal: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) },
  })
  expect((await findPromoCode(world, { code: 'WELCOME10', ip: randomUUID() })).ok).toBe(true)
})
