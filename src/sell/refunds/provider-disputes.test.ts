import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSignedUpInfo } from '#screens/portal/signed-up-info.ts'
import { syncLostDisputes } from '#sell/payments/reconcile.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { createDisputeWorld, type DisputeWorld, PROVIDERS } from '../../../tests/world/dispute-world.ts'
import { type Bought, usd } from '../../../tests/world/refund-world.ts'
import { withGateway } from '../../../tests/world/world.ts'

describe.each(PROVIDERS)('a disputed payment at %s', (name) => {
  let setup: DisputeWorld
  let { world, dashboard, refundWorld, sync, isFrozen, statesOf, attention, disputed, booksOf } = {} as DisputeWorld
  beforeAll(async () => {
    setup = await createDisputeWorld(name)
    ;({ world, dashboard, refundWorld, sync, isFrozen, statesOf, attention, disputed, booksOf } = setup)
  })
  beforeEach(() => dashboard.deaf())
  const getPortalEnrolment = async (order: Bought) => {
    const { person_id } = (await setup.listEnrolmentStates(order))[0]!
    return (await getSignedUpInfo(dashboard.deps, person_id!)).enrolments[0]
  }
  afterAll(() => setup.close())

  test('the webhook freezes the seats, e-mails the admins and marks the order for attention', async () => {
    const order = await refundWorld.bought({ seats: 2 })
    expect((await getPortalEnrolment(order))?.isFrozen).toBe(false)
    dashboard.listen(refundWorld.api.base)
    await dashboard.dispute(order.intentId, 'open')
    await setup.deliver()
    expect(await isFrozen(order)).toEqual([true, true])
    expect(await getPortalEnrolment(order)).toMatchObject({ isFrozen: true, status: 'active', isPaused: false })
    expect(await attention(order)).toHaveLength(1)
    const adminOrder = await refundWorld.whole(order)
    expect(adminOrder.disputes).toMatchObject([{ state: 'open', amount: usd('798.00'), reason: expect.any(String) }])
    expect(adminOrder.disputes[0]?.url).toMatch(/^https?:.*(disputes\/dp_|disputes\/sbd_|view\/PP-D-)/)
    expect(Date.parse(adminOrder.disputes[0]?.answerBy ?? '')).toBeGreaterThan(Date.now())
    expect(adminOrder.order.disputed).toEqual({ status: 'open', amount: usd('798.00') })
    expect(adminOrder.events.map(({ what }) => what)).toContain('dispute-opened')
    const mails = () =>
      world.db.selectFrom('mail').selectAll().where('to_address', '=', world.site.current.supportAddress).execute()
    expect((await mails()).map(({ subject }) => subject)).toContainEqual(
      `Disputed: $798.00, order ${adminOrder.order.orderNumber}`,
    )
    expect(await booksOf(order)).toEqual({ disputed: 79_800, provider: -81_300, 'dispute-losses': 1_500 })
    expect(await refundWorld.broken()).toEqual([])
  })

  test('without a webhook, polling finds the dispute, and the audit reports it until then', async () => {
    const order = await refundWorld.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    expect(await refundWorld.brokenIds()).toEqual(['Q2g'])
    await Promise.all([syncLostDisputes(dashboard.deps, 3), sync(order), syncLostDisputes(dashboard.deps, 3)])
    expect(await isFrozen(order)).toEqual([true])
    expect(await refundWorld.broken()).toEqual([])
    await dashboard.decide(disputeId, 'won')
    expect(await refundWorld.brokenIds()).toEqual(['Q2g'])
    await syncLostDisputes(dashboard.deps, 3)
    expect(await isFrozen(order)).toEqual([false])
    expect(await refundWorld.broken()).toEqual([])
  })

  test('a won dispute restores seats and ledger', async () => {
    const { order, disputeId } = await disputed({ seats: 2 })
    await dashboard.decide(disputeId, 'won')
    await sync(order)
    await sync(order)
    expect(await isFrozen(order)).toEqual([false, false])
    expect(await statesOf(order)).toEqual(['active', 'active'])
    expect(await booksOf(order)).toEqual({})
    expect(await attention(order)).toEqual([])
    expect((await refundWorld.whole(order)).order.disputed).toBeNull()
    expect(await refundWorld.refundHere(order, '10.00')).toMatchObject({ ok: true })
  })

  test('a lost dispute ends and releases the seats, and books the loss with its fee', async () => {
    const { order, disputeId } = await disputed({ seats: 2 })
    const taken = async () =>
      (await world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', order.courseCode).execute())[0]
    expect(await taken()).toEqual({ taken: 2 })
    await dashboard.decide(disputeId, 'lost')
    await Promise.all([sync(order), sync(order)])
    expect(await statesOf(order)).toEqual(['cancelled', 'cancelled'])
    expect(await taken()).toEqual({ taken: 0 })
    expect(await booksOf(order)).toEqual({ provider: -81_300, 'dispute-losses': 81_300 })
    expect((await refundWorld.whole(order)).order.disputed).toEqual({ status: 'lost', amount: usd('798.00') })
    expect(await refundWorld.refundHere(order, '10.00')).toMatchObject({ refusal: { code: 'DISPUTE_LOST' } })
    expect(await attention(order)).toEqual([])
    expect(await refundWorld.broken()).toEqual([])
  })

  test('a partial dispute freezes all seats; once lost, only the remaining amount can be refunded', async () => {
    const order = await refundWorld.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'open', 30_000)
    await sync(order)
    expect(await isFrozen(order)).toEqual([true])
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect(await statesOf(order)).toEqual(['cancelled'])
    expect(await refundWorld.refundHere(order, '99.01')).toMatchObject({ refusal: { code: 'DISPUTE_LOST' } })
    expect(await booksOf(order)).toEqual({ provider: -31_500, 'dispute-losses': 31_500 })
  })

  test('an inquiry is shown and freezes nothing; it can become a dispute', async () => {
    const order = await refundWorld.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'inquiry')
    await sync(order)
    expect(await isFrozen(order)).toEqual([false])
    expect(await attention(order)).toHaveLength(1)
    expect((await refundWorld.whole(order)).order.disputed).toBeNull()
    expect(await booksOf(order)).toEqual({})
    await dashboard.decide(disputeId, 'open')
    await sync(order)
    expect(await isFrozen(order)).toEqual([true])
    const other = await refundWorld.bought()
    await dashboard.decide(await dashboard.dispute(other.intentId, 'inquiry'), 'closed')
    await sync(other)
    expect(await attention(other)).toEqual([])
    expect(await refundWorld.broken()).toEqual([])
  })

  test('an older response that arrives late does not replace a newer one', async () => {
    const order = await refundWorld.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    const released = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    const { gateway } = dashboard
    const slow: typeof gateway.listDisputes = async (of) => {
      const answer = await gateway.listDisputes(of)
      requested.resolve()
      await released.promise
      return answer
    }
    const older = syncDisputes(withGateway(dashboard.deps, { ...gateway, listDisputes: slow }), order.paymentId)
    await requested.promise
    await dashboard.decide(disputeId, 'won')
    await sync(order)
    released.resolve()
    await older
    expect(await isFrozen(order)).toEqual([false])
    expect(await booksOf(order)).toEqual({})
  })

  test('a reversed decision is booked again, and ended seats stay ended', async () => {
    const { order, disputeId } = await disputed()
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    await dashboard.reverse(disputeId)
    await sync(order)
    expect(await booksOf(order)).toEqual({})
    expect(await statesOf(order)).toEqual(['cancelled'])
    expect(await refundWorld.broken()).toEqual([])
  })
})
