/** Another tab logs in as another person while a checkout is open: docs/contract §3. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#http/handle.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { checkoutBody, givenCourse, givenGiftCard } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../../tests/world/world.ts'
import { enrolFree } from '../free-and-friends/enrol-free.ts'
import { createQuote } from '../pricing/create-quote.ts'
import type { CheckoutBody } from '../wire.ts'
import { payByGiftCard } from './order-by-gift-card.ts'
import { orderByPaypal } from './order-by-paypal.ts'
import { placeOrder } from './place-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => closeAudited(world))

type Learner = Extract<Actor, { kind: 'person' }>

async function givenLearner(name: string): Promise<Learner> {
  const row = { email: `${randomUUID()}@understudy.test`, name, timezone_id: 'UTC', email_verified_at: new Date() }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  return { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'learner', roles: ['learner'] }
}

const WAYS = {
  card: placeOrder,
  'gift card': payByGiftCard,
  PayPal: orderByPaypal,
} as const

async function quotedBody(asker: Actor, courseCode: string, more: object): Promise<CheckoutBody> {
  const personId = asker.kind === 'person' ? asker.personId : undefined
  const quote = await createQuote(world, { cohortCode: courseCode, personId, ip: randomUUID(), ...more })
  if (!quote.ok) throw new Error(quote.refusal.code)
  return { ...(await checkoutBody(world, courseCode)), ...more, quoteId: quote.value.quoteId }
}

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  'a price that one person saw buys nothing for another person, by %s',
  async (way) => {
    const ana = await givenLearner('Ana')
    const ben = await givenLearner('Ben')
    const courseCode = await givenCourse(world, { priceMinor: 9900 })
    const more = way === 'gift card' ? { giftCardCode: await givenGiftCard(world, 500) } : {}
    const body = await quotedBody(ana, courseCode, more)
    const order = (actor: Actor, input: CheckoutBody) => WAYS[way](world, actor, input, randomUUID())

    const refusal = (await order(ben, body)) as { refusal: { code: string; data: { quoteId: string } } }
    expect(refusal).toMatchObject({ ok: false, refusal: { code: 'PERSON_CHANGED', data: { seats: 1 } } })
    expect(await world.db.selectFrom('orders').select('id').where('cohort_code', '=', courseCode).execute()).toEqual([])
    // The new price is Ben's own.
    expect(await order(ben, { ...body, quoteId: refusal.refusal.data.quoteId })).toMatchObject({ ok: true })
    expect(await order(ana, body)).toMatchObject({ ok: true })
    const rows = await world.db
      .selectFrom('orders')
      .select('person_id')
      .where('cohort_code', '=', courseCode)
      .orderBy('created_at')
      .execute()
    expect(rows.map((row) => row.person_id)).toEqual([ben.personId, ana.personId])
  },
)

test('a price that a guest saw can be paid after a log-in, and a person’s own after a log-out', async () => {
  const ana = await givenLearner('Ana')
  const courseCode = await givenCourse(world)
  const asGuest = await quotedBody(guest(), courseCode, {})
  expect(await placeOrder(world, ana, asGuest, randomUUID())).toMatchObject({ ok: true })
  const asAna = await quotedBody(ana, courseCode, {})
  expect(await placeOrder(world, guest(), asAna, randomUUID())).toMatchObject({ ok: true })
})

test('a free place that one person looked at is not given to another person', async () => {
  const ana = await givenLearner('Ana')
  const ben = await givenLearner('Ben')
  const courseCode = await givenCourse(world, { priceMinor: 0 })
  const { quoteId } = await quotedBody(ana, courseCode, {})
  const body = { courseCode, quoteId, friends: [], consent: { terms: true } }
  expect(await enrolFree(world, ben, body, randomUUID())).toMatchObject({ refusal: { code: 'PERSON_CHANGED' } })
  expect(await enrolFree(world, ana, body, randomUUID())).toMatchObject({ ok: true })
})
