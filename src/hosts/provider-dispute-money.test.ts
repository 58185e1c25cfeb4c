import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelCohort, endOrdersOf } from '#features/checkout/cancel-cohort.ts'
import { endEnrolment } from '#features/checkout/cancel-enrolment.ts'
import { deliverGiftCards } from '#features/checkout/deliver-gift-card.ts'
import { hasOpenOrder } from '#features/checkout/queries/orders.ts'
import { refundPayment } from '#features/checkout/refund.ts'
import { type DisputeHouse, openDisputeHouse, PROVIDERS } from '../../tests/providers/dispute-house.ts'
import { REASON, usd } from '../../tests/providers/refund-house.ts'
import { givenCourse } from '../../tests/selling.ts'

describe.each(PROVIDERS)('the money of a payment that a bank disputes at %s', (name) => {
  let own: DisputeHouse
  let { world, dashboard, house, sync, isFrozen, statesOf, disputed, booksOf, enrolmentsOf, later } = {} as DisputeHouse
  beforeAll(async () => {
    own = await openDisputeHouse(name)
    ;({ world, dashboard, house, sync, isFrozen, statesOf, disputed, booksOf, enrolmentsOf, later } = own)
  })
  beforeEach(() => dashboard.deaf())
  afterAll(() => own.close())

  test('is not refunded while that is open, and what was to go back waits until it is decided', async () => {
    const order = await house.bought({ seats: 2 })
    expect(await house.refundHere(order, '10.00')).toMatchObject({ ok: true })
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    // The provider refuses to refund it. That is how the dispute is found here.
    await house.send(order)
    expect(await isFrozen(order)).toEqual([true, true])
    await house.send(order)
    expect(await house.sentOf(order)).toEqual([])
    expect(await house.refundHere(order, '10.00')).toMatchObject({ refusal: { code: 'DISPUTE_OPEN' } })
    const [enrolment] = await enrolmentsOf(order)
    const end = (refund: 'all' | 'none') =>
      endEnrolment(dashboard.deps, house.admin.personId, enrolment!.id, { reason: REASON, refund })
    expect(await end('all')).toMatchObject({ refusal: { code: 'DISPUTE_OPEN' } })
    expect(await end('none')).toMatchObject({ ok: true })
    expect(await house.again(order)).toMatchObject({ refusal: { code: 'DISPUTE_OPEN' } })
    await dashboard.decide(disputeId, 'won')
    await sync(order)
    await house.send(order)
    expect(await house.sentOf(order)).toEqual([1_000])
    expect(await house.broken()).toEqual([])
  })

  test('and whose cohort is called off ends its seats at once; the refund goes when that is won, and never when it is lost', async () => {
    const ends = { won: [39_900], lost: [] }
    for (const decision of ['won', 'lost'] as const) {
      const { order, disputeId } = await disputed()
      await cancelCohort(dashboard.deps, house.admin.personId, order.courseCode, 'The teacher is ill')
      await endOrdersOf(dashboard.deps, order.courseCode)
      await house.send(order)
      expect(await statesOf(order)).toEqual(['cancelled'])
      expect(await house.sentOf(order)).toEqual([])
      await dashboard.decide(disputeId, decision)
      await sync(order)
      await later(order)
      await sync(order)
      await house.send(order)
      expect(await house.sentOf(order)).toEqual(ends[decision])
      expect(await house.whole(order)).toMatchObject({ refundWaiting: null, refundStopped: null })
      expect(await house.broken()).toEqual([])
    }
  })

  test('that was lost before its cohort is called off is not sent back as well', async () => {
    const { order, disputeId } = await disputed()
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    await cancelCohort(dashboard.deps, house.admin.personId, order.courseCode, 'The teacher is ill')
    await endOrdersOf(dashboard.deps, order.courseCode)
    await house.send(order)
    expect(await house.sentOf(order)).toEqual([])
    expect(await house.broken()).toEqual([])
  })

  test('though it is on its way back, because it could not be used, is not sent back twice', async () => {
    const order = await house.boughtTwice()
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    await sync(order)
    await house.send(order)
    expect(await house.sentOf(order)).toEqual([])
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    await house.send(order)
    expect(await house.sentOf(order)).toEqual([])
    expect(await house.toldToBuyer(order)).toMatchObject({ status: 'failed' })
    expect(await house.broken()).toEqual([])
  })

  test('whose refund was tried moments before that was lost: it is not tried again and again, and is dropped in the end', async () => {
    const order = await house.bought()
    expect(await house.refundHere(order, '10.00')).toMatchObject({ ok: true })
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    // Refused, which is how the dispute is found here.
    await house.send(order)
    const triedAt = async () => {
      const refund = world.db
        .selectFrom('refund')
        .select(['state', 'sent_at'])
        .where('payment_id', '=', order.paymentId)
      return refund.executeTakeFirstOrThrow()
    }
    const first = await triedAt()
    expect(first).toMatchObject({ state: 'queued', sent_at: expect.any(Date) })
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    for (let minute = 0; minute < 3; minute++) await refundPayment(dashboard.deps, order.paymentId)
    expect(await triedAt()).toEqual(first)
    await later(order)
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await triedAt()).toMatchObject({ state: 'dropped' })
    expect(await house.sentOf(order)).toEqual([])
    expect(await house.broken()).toEqual([])
  })

  test('though a part was refunded before is a loss of what the bank takes', async () => {
    const order = await house.bought()
    await house.refundHere(order, '100.00')
    await house.send(order)
    expect(await house.sentOf(order)).toEqual([10_000])
    const disputeId = await dashboard.dispute(order.intentId, 'open', 29_900)
    await sync(order)
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect(await booksOf(order)).toEqual({ provider: -31_400, 'dispute-losses': 31_400 })
    expect(await house.refundHere(order, '0.01')).toMatchObject({ refusal: { code: 'DISPUTE_LOST' } })
    expect(await house.broken()).toEqual([])
  })

  test('of a deposit: nobody pays the rest or is reminded meanwhile, and once lost nothing is owed', async () => {
    const courseCode = await givenCourse(world, { depositMinor: 9_900 })
    const order = await house.bought({ paymentType: 'deposit' }, courseCode)
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    await sync(order)
    const pay = () =>
      house.api.post(`/api/v1/orders/${order.orderId}/pay?vt=${order.checkoutToken}`, { paymentMethod: 'card' })
    expect((await pay()).body.errorCode).toBe('DISPUTE_OPEN')
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect((await house.whole(order)).order.totals.due).toEqual(usd('0.00'))
    expect((await pay()).body.errorCode).toBe('ORDER_CLOSED')
    expect(await house.broken()).toEqual([])
  })

  test('keeps its buyer from deleting the account until that is decided: the answer to the bank names the buyer', async () => {
    const { order, disputeId } = await disputed()
    const buyer = await world.db
      .selectFrom('orders')
      .innerJoin('person', 'person.id', 'orders.person_id')
      .select(['person.id', 'person.email'])
      .where('orders.id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const isKept = () => world.db.transaction().execute((tx) => hasOpenOrder(tx, buyer))
    expect(await isKept()).toBe(true)
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect(await isKept()).toBe(false)
  })

  describe('for a gift card', () => {
    const CODE = /GIFT(?:-[0-9A-Z]{4}){4}/

    async function boughtCard(isDelivered: boolean) {
      const placed = await house.api.post(
        '/api/v1/gift-cards',
        {
          buyer: { name: 'Gia Giver', email: 'gia@understudy.test' },
          recipient: { name: 'Remy', email: `remy-${randomUUID()}@understudy.test` },
          amount: usd('100.00'),
          consent: { terms: true },
          ...(!isDelivered && { sendAt: new Date(Date.now() + 86_400_000).toISOString() }),
        },
        { 'idempotency-key': randomUUID() },
      )
      const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
      await dashboard.pay(clientSecret)
      await house.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
      const intentId = (await house.paymentOf(paymentId)).provider_intent_id ?? ''
      const order = { orderId, paymentId, checkoutToken, courseCode: 'GIFT', intentId }
      if (!isDelivered) return { order, code: '' }
      await deliverGiftCards(dashboard.deps)
      const mail = await world.db
        .selectFrom('mail')
        .select('text_body')
        .where('dedupe_key', '=', `gift-card:${orderId}`)
        .executeTakeFirstOrThrow()
      return { order, code: CODE.exec(mail.text_body)![0] }
    }
    const balance = async (code: string) =>
      (await house.api.call('/api/v1/gift-cards/balance', { headers: { 'x-gift-card': code } })).body

    test('the card cannot be spent until that is won', async () => {
      const { order, code } = await boughtCard(true)
      const courseCode = await givenCourse(world, { priceMinor: 4_000 })
      const quote = () => house.api.post('/api/v1/sign-up-payment-options', { courseCode, giftCardCode: code })
      const quoted = (await quote()).body.data.quoteId
      const disputeId = await dashboard.dispute(order.intentId, 'open')
      await sync(order)
      expect((await balance(code)).errorCode).toBe('GIFT_CARD_FROZEN')
      expect((await quote()).body.errorCode).toBe('GIFT_CARD_FROZEN')
      const spend = () =>
        house.api.post(
          '/api/v1/sign-up-payment/gift-card',
          {
            quoteId: quoted,
            courseCode,
            paymentType: 'full',
            name: 'Remy',
            email: 'remy@understudy.test',
            timezoneId: 'UTC',
            giftCardCode: code,
            consent: { terms: true },
          },
          { 'idempotency-key': randomUUID() },
        )
      expect((await spend()).body.errorCode).toBe('GIFT_CARD_FROZEN')
      const hold = sql`with made as (insert into ledger_transaction (kind, reference) values ('hold', gen_random_uuid()) returning id)
        insert into ledger_entry (transaction_id, account_id, amount)
        select id, 'gift-card:' || gift_card_id, 100 from made, gift_card_purchase where order_id = ${order.orderId}`
      await expect(hold.execute(world.db)).rejects.toThrow('frozen')
      await dashboard.decide(disputeId, 'won')
      await sync(order)
      expect((await balance(code)).data.balance).toEqual(usd('100.00'))
      expect((await spend()).body.status).toBe('complete')
      expect(await house.broken()).toEqual([])
    })

    test('what is left on it is void once that is lost, and the loss is what was spent of it', async () => {
      const { order, code } = await boughtCard(true)
      const disputeId = await dashboard.dispute(order.intentId, 'open')
      await sync(order)
      await dashboard.decide(disputeId, 'lost')
      await sync(order)
      await sync(order)
      expect((await balance(code)).errorCode).toBe('GIFT_CARD_FROZEN')
      const { rows } = await sql<{ minor: number }>`select a.balance::int as minor from ledger_account a
        join gift_card_purchase g on a.id = 'gift-card:' || g.gift_card_id where g.order_id = ${order.orderId}`.execute(
        world.db,
      )
      expect(rows).toEqual([{ minor: 0 }])
      expect(await house.broken()).toEqual([])
    })

    test('it is not delivered while that is open, and never once it is lost', async () => {
      const { order } = await boughtCard(false)
      const disputeId = await dashboard.dispute(order.intentId, 'open')
      await sync(order)
      const deliver = async () => {
        await deliverGiftCards({ ...dashboard.deps, clock: () => new Date(Date.now() + 2 * 86_400_000) })
        return (await house.whole(order)).order.gift?.status
      }
      expect(await deliver()).toBe('scheduled')
      await dashboard.decide(disputeId, 'lost')
      await sync(order)
      expect(await deliver()).toBe('cancelled')
    })
  })
})
