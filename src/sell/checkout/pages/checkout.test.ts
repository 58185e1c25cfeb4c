import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import { loader } from './checkout.tsx'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function load(offerCode: string) {
  const context = { get: () => world }
  const { data } = await loader({ context, params: { offerCode } } as never)
  return data
}

test('the address of an ended offer leads to today’s offer and says so; a course’s own addresses do not', async () => {
  const code = await givenCourse(world)
  const early = { offer_code: `${code}-EARLY`, cohort_code: code, position: 2, price_minor: 29_900, currency: 'USD' }
  await world.db.insertInto('offer').values(early).execute()
  expect(await load(`${code}-early`)).toMatchObject({ offerCode: `${code}-EARLY`, isOfferEnded: false })

  await world.db
    .updateTable('offer')
    .set({ expires_at: new Date(0) })
    .where('offer_code', '=', `${code}-EARLY`)
    .execute()
  expect(await load(`${code}-early`)).toMatchObject({ offerCode: code, isOfferEnded: true })
  expect(await load(code)).toMatchObject({ offerCode: code, isOfferEnded: false })
})
