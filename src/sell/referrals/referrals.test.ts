import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money, toWire } from '#domain/money/money.ts'
import type { Actor } from '#http/handle.ts'
import { payByGiftCard } from '#sell/checkout/place-order/order-by-gift-card.ts'
import { orderByPaypal } from '#sell/checkout/place-order/order-by-paypal.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { captureTender, getCreditAccountId, holdTender } from '#sell/ledger/book.ts'
import { getOwedBalance } from '#sell/ledger/queries.ts'
import { capturePayment } from '#sell/payments/capture-payment.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { endEnrolment } from '#sell/refunds/cancel-enrolment.ts'
import { countPlacedOrders } from '../../../tests/support/laws.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { refuseChanges } from '../../../tests/world/refuse-changes.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { decideDueReferrals, reviewReferrals } from './decide-referrals.ts'
import { getOwnCode, listReferrals } from './own-referrals.ts'
import { recordReferral } from './record-referral.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld(20)
  admin = (await givenPerson()).personId
})
afterAll(() => closeAudited(world))

const usd = (amount: string) => ({ amount, currency: 'USD' })
type Learner = Extract<Actor, { kind: 'person' }> & { email: string; code: string }

async function givenPerson(email = `${randomUUID()}@understudy.test`): Promise<Learner> {
  const row = { email, name: 'Ana Cruz', timezone_id: 'UTC', email_verified_at: new Date() }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  const code = await getOwnCode(world, id)
  return { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'learner', roles: ['learner'], email, code }
}

let cvc = 100
/** Nobody else has this card: the sandbox's fingerprint includes the code. */
const newCard = () => ({ ...cards.good, expMonth: 1 + Math.floor(cvc / 900), cvc: String(100 + (cvc++ % 900)) })

type Bought = { orderId: string; checkoutToken: string; email: string }
async function buy(
  code: string | undefined,
  {
    email,
    card = newCard(),
    priceMinor = 39_900,
    currency = 'USD',
  }: Partial<{ email: string; card: typeof cards.good; priceMinor: number; currency: string }> = {},
): Promise<Bought> {
  const courseCode = await givenCourse(world, { priceMinor })
  await world.db.updateTable('offer').set({ currency }).where('cohort_code', '=', courseCode).execute()
  const body = await checkoutBody(world, courseCode, email, code ? { referralCode: code } : {})
  const placed = await placeOrder(world, guest(), { ...body, name: 'Ivy Tan' }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, checkoutToken, clientSecret } = placed.value
  await world.gateway!.sandbox.confirm({ clientSecret, ...card })
  await checkPayment(world, guest(checkoutToken), { orderId })
  await recordReferral(world, orderId)
  return { orderId, checkoutToken, email: body.email! }
}

/** `payer`: the buyer's PayPal account. */
async function buyByPaypal(payer: string, { email, code }: { email?: string; code?: string }): Promise<void> {
  const body = await checkoutBody(world, await givenCourse(world), email, code ? { referralCode: code } : {})
  const placed = await orderByPaypal(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, paymentId, approvalUrl, checkoutToken } = placed.value
  await world.paypal.sandboxPaypal.answer(approvalUrl.split('/').at(-1)!, 'approve', payer)
  await capturePayment(world, paymentId)
  expect(await checkPayment(world, guest(checkoutToken), { orderId })).toMatchObject({ value: { status: 'complete' } })
  await recordReferral(world, orderId)
}

const DAY_MS = 86_400_000
const decideInDays = (days: number) =>
  decideDueReferrals({ ...world, clock: () => new Date(Date.now() + days * DAY_MS) })
const getCredit = async ({ personId }: Learner) =>
  (await getOwedBalance(world.db, getCreditAccountId(personId, 'USD'))) / 100 + 0
const listFriends = async ({ personId }: Learner) => (await listReferrals(world, personId)).friends
async function countMails({ email }: Learner, subject: string): Promise<number> {
  const mails = world.db.selectFrom('mail').select('id').where('to_address', '=', email)
  return (await mails.where('subject', 'like', subject).execute()).length
}

async function endSeat({ orderId }: Bought, refund: 'all' | 'none' = 'none'): Promise<void> {
  const enrolment = world.db.selectFrom('enrolment').select(['id', 'person_id']).where('order_id', '=', orderId)
  const { id, person_id } = await enrolment.executeTakeFirstOrThrow()
  await endEnrolment(world, admin, id, { reason: 'She broke her leg', refund })
  await reviewReferrals(world, [person_id!])
}

test('a friend pays 10 % less, and the referrer gets 20 USD once the refund window has passed, with one e-mail', async () => {
  const ana = await givenPerson()
  const { orderId, email } = await buy(ana.code.toLowerCase())
  const payment = world.db.selectFrom('payment').select('amount_minor').where('order_id', '=', orderId)
  expect((await payment.executeTakeFirstOrThrow()).amount_minor).toBe(35_910)
  await decideInDays(29)
  expect(await getCredit(ana)).toBe(0)
  expect(await listFriends(ana)).toMatchObject([{ firstName: 'Ivy', state: 'pending', reward: usd('20.00') }])
  expect(JSON.stringify(await listReferrals(world, ana.personId))).not.toMatch(new RegExp(`Tan|${email}`))
  await Promise.all([decideInDays(31), decideInDays(31), decideInDays(32)])
  expect(await getCredit(ana)).toBe(20)
  expect(await listFriends(ana)).toMatchObject([{ state: 'rewarded' }])
  expect(await countMails(ana, '%credit for bringing a friend')).toBe(1)
})

test('a referral that cannot be decided does not keep the others waiting, and is decided by a later run', async () => {
  const ana = await givenPerson()
  for (const _ of [1, 2, 3]) await buy(ana.code)
  const pending = world.db.selectFrom('referral').select('id').where('referrer_id', '=', ana.personId)
  const condition = `old.id = '${(await pending.orderBy('id').execute())[0]!.id}'`
  const allow = await refuseChanges(world.db, { event: 'update', table: 'referral', condition })
  await decideInDays(31)
  expect(await getCredit(ana)).toBe(40)
  await allow()
  await decideInDays(31)
  expect(await getCredit(ana)).toBe(60)
})

test('a friend’s code may be typed as a promo code, and never adds to another discount', async () => {
  const { code } = await givenPerson()
  const courseCode = await givenCourse(world)
  const quote = (input: object) => createQuote(world, { cohortCode: courseCode, ip: randomUUID(), ...input })
  const referral = { code, percentOff: 10, isApplied: true, problem: null }
  expect(await quote({ promoCode: code })).toMatchObject({ value: { promo: null, referral } })
  expect(await quote({ referralCode: code, seats: 4 })).toMatchObject({
    value: { referral: { isApplied: false, problem: null }, options: [{ discount: usd('239.40') }] },
  })
  expect(await quote({ referralCode: 'ZZZZ9999' })).toMatchObject({
    value: { referral: { isApplied: false, problem: 'unknown' }, options: [{ discount: usd('0.00') }] },
  })
  const body = { ...(await checkoutBody(world, courseCode, undefined, { promoCode: code })) }
  expect(await placeOrder(world, guest(), body, randomUUID())).toMatchObject({ ok: true })
})

test('nobody refers themselves: by account, by another spelling of the address, or with the same card', async () => {
  const mailbox = `ana${randomUUID().slice(0, 8)}`
  const ana = await givenPerson(`${mailbox}@gmail.com`)
  const courseCode = await givenCourse(world)
  const own = await createQuote(world, {
    cohortCode: courseCode,
    ip: randomUUID(),
    personId: ana.personId,
    referralCode: ana.code,
  })
  expect(own).toMatchObject({ value: { referral: { problem: 'own', isApplied: false } } })
  const other = await givenPerson(`${mailbox.slice(0, 3)}.${mailbox.slice(3)}+2@googlemail.com`)
  const asOther = { cohortCode: courseCode, ip: randomUUID(), personId: other.personId, referralCode: ana.code }
  expect(await createQuote(world, asOther)).toMatchObject({ value: { referral: { problem: 'own' } } })
  const card = newCard()
  await buy(undefined, { email: ana.email, card })
  await buy(ana.code, { card })
  await decideInDays(31)
  expect(await listFriends(ana)).toMatchObject([{ state: 'refused' }])
  expect(await getCredit(ana)).toBe(0)
})

test('a guest’s order gets the same answer and price for the referrer’s address as for any other, and no reward', async () => {
  const mailbox = `ana${randomUUID().slice(0, 8)}`
  const ana = await givenPerson(`${mailbox}@gmail.com`)
  const spellings = [ana.email, `${mailbox.slice(0, 3)}.${mailbox.slice(3)}+2@googlemail.com`]
  const strangers = ['never-seen@understudy.test', (await givenPerson()).email]
  const courseCode = await givenCourse(world)
  const answers = await Promise.all(
    [...spellings, ...strangers].map(async (email) => {
      const body = await checkoutBody(world, courseCode, email, { referralCode: ana.code })
      const placed = await placeOrder(world, guest(), body, randomUUID())
      if (!placed.ok) throw new Error(placed.refusal.code)
      const payment = world.db.selectFrom('payment').select('amount_minor').where('id', '=', placed.value.paymentId)
      return [Object.keys(placed.value).sort(), (await payment.executeTakeFirstOrThrow()).amount_minor]
    }),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.[1]).toBe(35_910)
  for (const email of spellings) await buy(ana.code, { email })
  await decideInDays(31)
  expect(await listFriends(ana)).toEqual([])
})

test.each([
  ['before the friend', 'first'],
  ['after the friend', 'later'],
])('a PayPal account that paid for the referrer %s brings no reward, and another one does', async (_when, order) => {
  const ana = await givenPerson()
  const [own, others] = [randomUUID(), randomUUID()]
  if (order === 'first') await buyByPaypal(own, { email: ana.email })
  await buyByPaypal(own, { code: ana.code })
  if (order === 'later') await buyByPaypal(own, { email: ana.email })
  await buyByPaypal(others, { code: ana.code })
  await decideInDays(31)
  expect((await listFriends(ana)).map(({ state }) => state).toSorted()).toEqual(['refused', 'rewarded'])
  expect(await getCredit(ana)).toBe(20)
  const stored = await world.db
    .selectFrom('payment')
    .select('payer_fingerprint')
    .where('method', '=', 'paypal')
    .execute()
  expect(JSON.stringify(stored)).not.toContain(own)
})

test('what a gift card paid earns nothing, and a card that paid the rest earns at most its part', async () => {
  const ana = await givenPerson()
  const price = 5_000
  for (const dollars of [50, 38]) {
    const giftCardCode = await givenGiftCard(world, dollars)
    const courseCode = await givenCourse(world, { priceMinor: price })
    const body = await checkoutBody(world, courseCode, undefined, { referralCode: ana.code, giftCardCode })
    if (dollars === 50) {
      const paid = await payByGiftCard(world, guest(), body, randomUUID())
      if (!paid.ok) throw new Error(paid.refusal.code)
      await recordReferral(world, paid.value.orderId)
      continue
    }
    const placed = await placeOrder(world, guest(), body, randomUUID())
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { orderId, checkoutToken, clientSecret } = placed.value
    await world.gateway!.sandbox.confirm({ clientSecret, ...newCard() })
    await checkPayment(world, guest(checkoutToken), { orderId })
    await recordReferral(world, orderId)
  }
  await decideInDays(31)
  // 45 dollars after the discount, of which the gift card paid 38.
  expect(await getCredit(ana)).toBe(7)
  expect((await listFriends(ana)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'rewarded'])
})

test('a customer is no referred person: logged in there is no discount, and a guest’s order brings no reward', async () => {
  const ana = await givenPerson()
  const ivy = await givenPerson()
  await buy(undefined, { email: ivy.email })
  const input = { cohortCode: await givenCourse(world), ip: randomUUID(), referralCode: ana.code }
  expect(await createQuote(world, { ...input, personId: ivy.personId })).toMatchObject({
    value: { referral: { problem: 'not-first' } },
  })
  await buy(ana.code, { email: ivy.email })
  expect(await listFriends(ana)).toEqual([])
})

test('20 orders of one referred person at the same moment, with the codes of two people, bring one reward', async () => {
  const referrers = [await givenPerson(), await givenPerson()]
  const email = `${randomUUID()}@understudy.test`
  const orders: { orderId: string; checkoutToken: string }[] = []
  for (let at = 0; at < 20; at++) {
    const body = await checkoutBody(world, await givenCourse(world), email, { referralCode: referrers[at % 2]!.code })
    const placed = await placeOrder(world, guest(), body, randomUUID())
    if (!placed.ok) throw new Error(placed.refusal.code)
    await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...newCard() })
    orders.push(placed.value)
  }
  await Promise.all(orders.map(({ orderId, checkoutToken }) => checkPayment(world, guest(checkoutToken), { orderId })))
  await Promise.all(orders.map(({ orderId }) => recordReferral(world, orderId)))
  await Promise.all([decideInDays(31), decideInDays(31), decideInDays(31)])
  const credits = await Promise.all(referrers.map(getCredit))
  expect(credits.toSorted()).toEqual([0, 20])
})

test('before the reward a seat that ends cancels it, and a reward is at most what the friend paid', async () => {
  const ana = await givenPerson()
  await endSeat(await buy(ana.code), 'all')
  await buy(ana.code, { priceMinor: 1_000 })
  await decideInDays(31)
  expect(await listFriends(ana)).toMatchObject([{ state: 'rewarded', reward: usd('9.00') }, { state: 'cancelled' }])
  expect(await getCredit(ana)).toBe(9)
})

test('the database refuses a second referral of a person, and a person who refers themselves', async () => {
  const [ana, ben] = [await givenPerson(), await givenPerson()]
  const { orderId } = await buy(ana.code)
  const insert = (referrer: string, referred: string, order = orderId) =>
    sql`insert into referral (referrer_id, referred_person_id, order_id, currency, reward_minor, due_at)
      values (${referrer}, ${referred}, ${order}, 'USD', 2000, now())`.execute(world.db)
  await expect(insert(ana.personId, ben.personId)).rejects.toThrow('referral_order_id_key')
  const referral = world.db.selectFrom('referral').select('referred_person_id').where('order_id', '=', orderId)
  const { referred_person_id: friend } = await referral.executeTakeFirstOrThrow()
  const { orderId: otherOrderId } = await buy(ben.code)
  await world.db.deleteFrom('referral').where('order_id', '=', otherOrderId).execute()
  await expect(insert(ben.personId, friend, otherOrderId)).rejects.toThrow('referral_referred_person_id_key')
  await expect(insert(ben.personId, ben.personId)).rejects.toThrow('referral_of_another')
})

const step = fc.oneof(
  fc.record({ what: fc.constantFrom('bring' as const, 'bring' as const, 'wait' as const, 'wait' as const) }),
  fc.record({ what: fc.constant('end' as const), at: fc.nat(5) }),
  fc.record({ what: fc.constant('consume' as const), cents: fc.integer({ min: 1, max: 4_000 }) }),
)

/** The rules in a few lines: a balance, and debts that later rewards pay. */
type Model = { credit: number; debt: number; friends: string[] }

function reward(model: Model): void {
  const paid = Math.min(model.debt, 2_000)
  model.debt -= paid
  model.credit += 2_000 - paid
}

function takeBack(model: Model): void {
  const taken = Math.min(model.credit, 2_000)
  model.credit -= taken
  model.debt += 2_000 - taken
}

async function consumeCredit({ personId }: Learner, cents: number, currency = 'USD'): Promise<boolean> {
  const id = randomUUID()
  return world.db.transaction().execute(async (tx) => {
    if (!(await holdTender(tx, id, getCreditAccountId(personId, currency), money(cents, currency)))) return false
    await captureTender(tx, id, money(cents, currency))
    return true
  })
}

test('a reward that only paid a debt and is taken back was not “used already”', async () => {
  const ana = await givenPerson()
  const first = await buy(ana.code)
  await decideInDays(31)
  await consumeCredit(ana, 2_000)
  await endSeat(first)
  const second = await buy(ana.code)
  await decideInDays(31)
  expect(await getCredit(ana)).toBe(0)
  await endSeat(second)
  const mails = world.db.selectFrom('mail').select('text_body').where('to_address', '=', ana.email)
  const { text_body } = await mails.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(text_body).toContain('Your account has no more credit, so $20.00 comes off your next rewards.')
  expect(text_body).not.toContain('used')
})

test('debts in two currencies are two sums, each in its own currency', async () => {
  const ana = await givenPerson()
  const bought = [await buy(ana.code), await buy(ana.code), await buy(ana.code, { currency: 'EUR' })]
  await decideInDays(31)
  await consumeCredit(ana, 4_000)
  await consumeCredit(ana, 1_500, 'EUR')
  for (const order of bought) await endSeat(order)
  const { debts } = await listReferrals(world, ana.personId)
  expect(debts).toEqual([{ amount: '15.00', currency: 'EUR' }, usd('40.00')])
})

test('after any history the credit, the debts and the states are those of the rules', async () => {
  const history = fc.array(step, { minLength: 6, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const ana = await givenPerson()
      const model: Model = { credit: 0, debt: 0, friends: [] }
      const bought: Bought[] = []
      for (const one of steps) {
        if (one.what === 'bring') {
          bought.push(await buy(ana.code))
          model.friends.push('pending')
        } else if (one.what === 'wait') {
          await decideInDays(31)
          for (const [at, state] of model.friends.entries()) {
            if (state !== 'pending') continue
            model.friends[at] = 'rewarded'
            reward(model)
          }
        } else if (one.what === 'end' && bought.length > 0) {
          const at = one.at % bought.length
          const state = model.friends[at]!
          if (state === 'pending' || state === 'rewarded') await endSeat(bought[at]!)
          if (state === 'rewarded') takeBack(model)
          model.friends[at] = { pending: 'cancelled', rewarded: 'reversed' }[state] ?? state
        } else if (one.what === 'consume' && (await consumeCredit(ana, one.cents))) model.credit -= one.cents
        const { friends, debts } = await listReferrals(world, ana.personId)
        expect(Math.round((await getCredit(ana)) * 100)).toBe(model.credit)
        expect(debts).toEqual(model.debt > 0 ? [toWire(money(model.debt, 'USD'))] : [])
        expect(friends.map(({ state }) => state).toReversed()).toEqual(model.friends)
      }
    }),
    countPlacedOrders(5),
  )
})
