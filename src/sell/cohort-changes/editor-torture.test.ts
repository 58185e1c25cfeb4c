/** Promise S5: an editor beside the checkout charges no amount that was not shown, oversells nothing and loses no order. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeOffer } from '#catalogue/prices/edit-offers.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { givenDraft, givenMaker, publishNow, readDraft, saveAbout } from '../../../tests/world/made-course.ts'
import { checkoutBody } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { cancelTaughtCohort } from './cancel-taught-cohort.ts'
import { changeCohort } from './change-cohort.ts'
import { moveSession } from './change-session.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld(20)
  ines = await givenMaker(world)
})
afterAll(() => closeAudited(world))

/** As a person does it: reads the list, and confirms it. A list that changed meanwhile is left alone. */
async function confirm(change: (confirmation: Confirmation) => Promise<Outcome<Effects>>): Promise<boolean> {
  const listed = await change({ preview: true })
  if (!listed.ok) return false
  const made = await change({ effectsHash: listed.value.effectsHash })
  return made.ok
}

test('twenty buyers and an editor who publishes, changes prices and seats, moves and at last cancels', async () => {
  const code = await givenDraft(world, ines)
  await publishNow(world, ines, code)
  const { cohortCode } = (await readDraft(world, ines, code)).cohorts[0]!
  const { id: sessionId } = await world.db
    .selectFrom('cohort_session')
    .select('id')
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
  const edit = async () => {
    for (let step = 1; step <= 12; step++) {
      await changeOffer(world, ines, { offerCode: cohortCode, change: { price: String(40 + step) } })
      await confirm((confirmation) =>
        changeCohort(world, ines, { cohortCode, change: { seats: 4 + (step % 7) }, ...confirmation }),
      )
      const localStart = `2027-02-${13 + (step % 5)}T10:00`
      await confirm((confirmation) =>
        moveSession(world, ines, { sessionId, localStart, minutes: 120, ...confirmation }),
      )
      await saveAbout(world, ines, code, { title: `Sketch ${step}` })
      await publishNow(world, ines, code)
    }
  }
  const placed: string[] = []
  const buy = async () => {
    const body = await checkoutBody(world, cohortCode)
    const outcome = await placeOrder(world, guest(), body, randomUUID())
    if (!outcome.ok) return outcome.refusal.code
    placed.push(outcome.value.orderId)
    const order = await world.db
      .selectFrom('orders')
      .innerJoin('payment', 'payment.order_id', 'orders.id')
      .innerJoin('quote', (on) =>
        on.onRef('quote.id', '=', 'orders.quote_id').onRef('quote.cohort_code', '=', 'orders.cohort_code'),
      )
      .select(['orders.total_minor as total', 'payment.amount_minor as charged', 'quote.total_minor as shown'])
      .where('orders.id', '=', outcome.value.orderId)
      .executeTakeFirstOrThrow()
    expect([order.total, order.charged]).toEqual([order.shown, order.shown])
    return 'bought'
  }
  const buyMany = async () => {
    const results: string[] = []
    for (let count = 0; count < 4; count++) results.push(await buy())
    return results
  }
  const [, ...results] = await Promise.all([edit(), ...Array.from({ length: 5 }, buyMany)])
  expect(placed.length).toBeGreaterThan(0)
  const refusals = results.flat().filter((result) => result !== 'bought')
  expect(refusals.filter((code) => !/^(SEATS|QUOTE|OFFER|COHORT)_/.test(code))).toEqual([])
  const readCohort = () =>
    world.db
      .selectFrom('cohort')
      .select(['taken', 'capacity', 'state'])
      .where('cohort_code', '=', cohortCode)
      .executeTakeFirstOrThrow()
  const before = await readCohort()
  expect(before.taken).toBe(placed.length)
  expect(before.taken).toBeLessThanOrEqual(before.capacity!)

  await confirm((confirmation) =>
    cancelTaughtCohort(world, ines, { cohortCode, reason: 'The teacher is ill', ...confirmation }),
  )
  expect(await readCohort()).toMatchObject({ state: 'cancelled' })
  const orders = await world.db.selectFrom('orders').select('id').where('cohort_code', '=', cohortCode).execute()
  expect(orders.map(({ id }) => id).toSorted()).toEqual(placed.toSorted())
})
