import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNewestMails } from '#people/mailing/queries.ts'
import { handleJob } from '#platform/jobs/define-job.ts'
import { hasOpenOrder } from '#screens/portal/queries.ts'
import { deliverGiftCards } from '#sell/checkout/gift-cards/deliver-gift-card.ts'
import { orderRefundedJob } from '#sell/checkout/queue.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { endEnrolment } from '#sell/refunds/cancel-enrolment.ts'
import { enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { createDisputeWorld, type DisputeWorld, PROVIDERS } from '../../../tests/world/dispute-world.ts'
import { REASON, usd } from '../../../tests/world/refund-world.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

describe.each(PROVIDERS)('the money of a disputed payment at %s', (name) => {
  let setup: DisputeWorld
  let { world, dashboard, refundWorld, sync, isFrozen, statesOf, disputed, booksOf, listEnrolmentStates, later } =
    {} as DisputeWorld
  beforeAll(async () => {
    setup = await createDisputeWorld(name)
    ;({ world, dashboard, refundWorld, sync, isFrozen, statesOf, disputed, booksOf, listEnrolmentStates, later } =
      setup)
  })
  beforeEach(() => dashboard.deaf())
  afterAll(() => setup.close())

  test('is not refunded while the dispute is open, and waiting refunds wait for the decision', async () => {
    const order = await refundWorld.bought({ seats: 2 })
    expect(await refundWorld.refundHere(order, '10.00')).toMatchObject({ ok: true })
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    // The provider refuses the refund, which reveals the dispute.
    await refundWorld.send(order)
    expect(await isFrozen(order)).toEqual([true, true])
    await refundWorld.send(order)
    expect(await refundWorld.listSentRefunds(order)).toEqual([])
    expect(await refundWorld.refundHere(order, '10.00')).toMatchObject({ refusal: { code: 'DISPUTE_OPEN' } })
    const [enrolment] = await listEnrolmentStates(order)
    const end = (refund: 'all' | 'none') =>
      endEnrolment(dashboard.deps, refundWorld.admin.personId, enrolment!.id, { reason: REASON, refund })
    expect(await end('all')).toMatchObject({ refusal: { code: 'DISPUTE_OPEN' } })
    expect(await end('none')).toMatchObject({ ok: true })
    expect(await refundWorld.again(order)).toMatchObject({ refusal: { code: 'DISPUTE_OPEN' } })
    await dashboard.decide(disputeId, 'won')
    await sync(order)
    await refundWorld.send(order)
    expect(await refundWorld.listSentRefunds(order)).toEqual([1_000])
    expect(await refundWorld.broken()).toEqual([])
  })

  test('a cancelled cohort ends its seats at once; the refund is sent after a won dispute and never after a lost one', async () => {
    const expectedRefunds = { won: [39_900], lost: [] }
    for (const decision of ['won', 'lost'] as const) {
      const { order, disputeId } = await disputed()
      await cancelCohort(dashboard.deps, refundWorld.admin.personId, order.courseCode, 'The teacher is ill')
      await endCohortOrders(dashboard.deps, order.courseCode)
      await refundWorld.send(order)
      expect(await statesOf(order)).toEqual(['cancelled'])
      expect(await refundWorld.listSentRefunds(order)).toEqual([])
      await dashboard.decide(disputeId, decision)
      await sync(order)
      await later(order)
      await sync(order)
      await refundWorld.send(order)
      expect(await refundWorld.listSentRefunds(order)).toEqual(expectedRefunds[decision])
      expect(await refundWorld.whole(order)).toMatchObject({ refundWaiting: null, refundOnHold: null })
      expect(await refundWorld.broken()).toEqual([])
    }
  })

  /** Writes the e-mails of refunds when jobs run. Returns those of an order, the oldest first. */
  async function writeRefundMails(orderId: string) {
    await world.jobs.work([
      handleJob(orderRefundedJob, ({ requestId, isDecided }) =>
        enqueueRefundEmail(dashboard.deps, requestId, [], isDecided),
      ),
    ])
    const orders = world.db.selectFrom('orders').select('email').where('id', '=', orderId)
    const { email } = await orders.executeTakeFirstOrThrow()
    return async () =>
      (await listNewestMails(world.db, email)).filter(({ dedupe_key }) => dedupe_key.startsWith('refund:')).toReversed()
  }

  test('a buyer of dates that were cancelled hears that the refund waits for the bank, and when it is sent', async () => {
    const { order, disputeId } = await disputed()
    const listMails = await writeRefundMails(order.orderId)
    await cancelCohort(dashboard.deps, refundWorld.admin.personId, order.courseCode, 'The teacher is ill')
    await endCohortOrders(dashboard.deps, order.courseCode)
    await world.runJobs()
    const [waits, ...none] = await listMails()
    expect(none).toEqual([])
    expect(waits!.text_body).toContain('A bank is checking $399.00 of your payment, so we can’t refund it now.')
    await dashboard.decide(disputeId, 'won')
    await sync(order)
    await world.runJobs()
    await sync(order)
    await world.runJobs()
    const [, goes, ...more] = await listMails()
    expect(more).toEqual([])
    expect(goes!.subject).toMatch(/^\$399\.00 is on its way back: /)
    expect(goes!.text_body).toContain('Because we cancelled your seat, we are now sending $399.00')
    expect(goes!.text_body).not.toMatch(/session|starts on|You’re in/)
  })

  test('a buyer whose bank only asked hears of the refund once', async () => {
    const order = await refundWorld.bought()
    const listMails = await writeRefundMails(order.orderId)
    const disputeId = await dashboard.dispute(order.intentId, 'inquiry')
    await sync(order)
    await cancelCohort(dashboard.deps, refundWorld.admin.personId, order.courseCode, 'The teacher is ill')
    await endCohortOrders(dashboard.deps, order.courseCode)
    await world.runJobs()
    await dashboard.decide(disputeId, 'closed')
    await sync(order)
    await world.runJobs()
    const [first, ...none] = await listMails()
    expect(first!.text_body).toContain('You get back all you paid, $399.00.')
    expect(none).toEqual([])
  })

  test('is not refunded when its cohort is cancelled after the dispute was lost', async () => {
    const { order, disputeId } = await disputed()
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    await cancelCohort(dashboard.deps, refundWorld.admin.personId, order.courseCode, 'The teacher is ill')
    await endCohortOrders(dashboard.deps, order.courseCode)
    await refundWorld.send(order)
    expect(await refundWorld.listSentRefunds(order)).toEqual([])
    expect(await refundWorld.broken()).toEqual([])
  })

  test('is not refunded twice when the payment could not be used', async () => {
    const order = await refundWorld.boughtTwice()
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    await sync(order)
    await refundWorld.send(order)
    expect(await refundWorld.listSentRefunds(order)).toEqual([])
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    await refundWorld.send(order)
    expect(await refundWorld.listSentRefunds(order)).toEqual([])
    expect(await refundWorld.listMailSubjects(order)).toMatchObject({ status: 'failed' })
    expect(await refundWorld.broken()).toEqual([])
  })

  test('a refund tried just before the dispute was lost is not retried, and is voided', async () => {
    const order = await refundWorld.bought()
    expect(await refundWorld.refundHere(order, '10.00')).toMatchObject({ ok: true })
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    // The refusal reveals the dispute.
    await refundWorld.send(order)
    const getRefund = async () => {
      const refund = world.db
        .selectFrom('refund')
        .select(['state', 'sent_at'])
        .where('payment_id', '=', order.paymentId)
      return refund.executeTakeFirstOrThrow()
    }
    const first = await getRefund()
    expect(first).toMatchObject({ state: 'queued', sent_at: expect.any(Date) })
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    for (let minute = 0; minute < 3; minute++) await refundPayment(dashboard.deps, order.paymentId)
    expect(await getRefund()).toEqual(first)
    await later(order)
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await getRefund()).toMatchObject({ state: 'void' })
    expect(await refundWorld.listSentRefunds(order)).toEqual([])
    expect(await refundWorld.broken()).toEqual([])
  })

  test('a partial refund before the dispute leaves the disputed amount as the loss', async () => {
    const order = await refundWorld.bought()
    await refundWorld.refundHere(order, '100.00')
    await refundWorld.send(order)
    expect(await refundWorld.listSentRefunds(order)).toEqual([10_000])
    const disputeId = await dashboard.dispute(order.intentId, 'open', 29_900)
    await sync(order)
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect(await booksOf(order)).toEqual({ provider: -31_400, 'dispute-losses': 31_400 })
    expect(await refundWorld.refundHere(order, '0.01')).toMatchObject({ refusal: { code: 'DISPUTE_LOST' } })
    expect(await refundWorld.broken()).toEqual([])
  })

  test('for a deposit, no balance is paid or reminded during the dispute, and nothing is due once it is lost', async () => {
    const courseCode = await givenCourse(world, { depositMinor: 9_900 })
    const order = await refundWorld.bought({ paymentType: 'deposit' }, courseCode)
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    await sync(order)
    const payBalance = () =>
      refundWorld.api.post(`/api/v1/orders/${order.orderId}/pay?vt=${order.checkoutToken}`, { paymentMethod: 'card' })
    expect((await payBalance()).body.errorCode).toBe('DISPUTE_OPEN')
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect((await refundWorld.whole(order)).order.totals.due).toEqual(usd('0.00'))
    expect((await payBalance()).body.errorCode).toBe('ORDER_CLOSED')
    expect(await refundWorld.broken()).toEqual([])
  })

  test('prevents the buyer from deleting the account until the dispute is decided', async () => {
    const { order, disputeId } = await disputed()
    const buyer = await world.db
      .selectFrom('orders')
      .innerJoin('person', 'person.id', 'orders.person_id')
      .select(['person.id', 'person.email'])
      .where('orders.id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const isRetained = () => world.db.transaction().execute((tx) => hasOpenOrder(tx, buyer))
    expect(await isRetained()).toBe(true)
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect(await isRetained()).toBe(false)
  })

  describe('for a gift card', () => {
    const CODE = /GIFT(?:-[0-9A-Z]{4}){4}/

    async function boughtCard(isDelivered: boolean) {
      const placed = await refundWorld.api.post(
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
      await refundWorld.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
      const intentId = (await refundWorld.getPayment(paymentId)).provider_intent_id ?? ''
      const order = { orderId, paymentId, checkoutToken, courseCode: '', intentId }
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
      (await refundWorld.api.call('/api/v1/gift-cards/balance', { headers: { 'x-gift-card': code } })).body

    test('the gift card is frozen until the dispute is won', async () => {
      const { order, code } = await boughtCard(true)
      const courseCode = await givenCourse(world, { priceMinor: 4_000 })
      const quote = () => refundWorld.api.post('/api/v1/sign-up-payment-options', { courseCode, giftCardCode: code })
      const quoted = (await quote()).body.data.quoteId
      const disputeId = await dashboard.dispute(order.intentId, 'open')
      await sync(order)
      expect((await balance(code)).errorCode).toBe('GIFT_CARD_FROZEN')
      expect((await quote()).body.errorCode).toBe('GIFT_CARD_FROZEN')
      const payByGiftCard = () =>
        refundWorld.api.post(
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
      expect((await payByGiftCard()).body.errorCode).toBe('GIFT_CARD_FROZEN')
      const hold = sql`with made as (insert into ledger_transaction (kind, reference) values ('hold', gen_random_uuid()) returning id)
        insert into ledger_entry (transaction_id, account_id, amount)
        select id, 'gift-card:' || gift_card_id, 100 from made, gift_card_purchase where order_id = ${order.orderId}`
      await expect(hold.execute(world.db)).rejects.toThrow('frozen')
      await dashboard.decide(disputeId, 'won')
      await sync(order)
      expect((await balance(code)).data.balance).toEqual(usd('100.00'))
      expect((await payByGiftCard()).body.status).toBe('complete')
      expect(await refundWorld.broken()).toEqual([])
    })

    test('a lost dispute voids the card’s balance, and the spent part is the loss', async () => {
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
      expect(await refundWorld.broken()).toEqual([])
    })

    test('the card is not delivered while the dispute is open, and never after it is lost', async () => {
      const { order } = await boughtCard(false)
      const disputeId = await dashboard.dispute(order.intentId, 'open')
      await sync(order)
      const deliver = async () => {
        await deliverGiftCards({ ...dashboard.deps, clock: () => new Date(Date.now() + 2 * 86_400_000) })
        return (await refundWorld.whole(order)).order.gift?.status
      }
      expect(await deliver()).toBe('scheduled')
      await dashboard.decide(disputeId, 'lost')
      await sync(order)
      expect(await deliver()).toBe('cancelled')
    })
  })
})
