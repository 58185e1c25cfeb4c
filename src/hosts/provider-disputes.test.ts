import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findLostDisputes } from '#features/checkout/reconcile.ts'
import { syncDisputes } from '#features/checkout/sync-disputes.ts'
import { signedUpInfoOf } from '#features/portal/signed-up-info.ts'
import { type DisputeHouse, openDisputeHouse, PROVIDERS } from '../../tests/providers/dispute-house.ts'
import { type Bought, usd } from '../../tests/providers/refund-house.ts'

describe.each(PROVIDERS)('a payment that a bank disputes at %s', (name) => {
  let own: DisputeHouse
  let { world, dashboard, house, sync, isFrozen, statesOf, attention, disputed, booksOf } = {} as DisputeHouse
  beforeAll(async () => {
    own = await openDisputeHouse(name)
    ;({ world, dashboard, house, sync, isFrozen, statesOf, attention, disputed, booksOf } = own)
  })
  beforeEach(() => dashboard.deaf())
  const inPortal = async (order: Bought) => {
    const { person_id } = (await own.enrolmentsOf(order))[0]!
    return (await signedUpInfoOf(dashboard.deps, person_id!)).enrolments[0]
  }
  afterAll(() => own.close())

  test('is seen by the webhook: the seats are frozen, the admins are told by mail, and the list asks for attention', async () => {
    const order = await house.bought({ seats: 2 })
    expect((await inPortal(order))?.isFrozen).toBe(false)
    dashboard.listen(house.api.base)
    await dashboard.dispute(order.intentId, 'open')
    await expect.poll(() => isFrozen(order), { timeout: 20_000 }).toEqual([true, true])
    expect(await inPortal(order)).toMatchObject({ isFrozen: true, status: 'active', isPaused: false })
    expect(await attention(order)).toHaveLength(1)
    const whole = await house.whole(order)
    expect(whole.disputes).toMatchObject([{ state: 'open', amount: usd('798.00'), reason: 'fraudulent' }])
    expect(whole.disputes[0]?.url).toMatch(/^https?:.*(disputes\/dp_|disputes\/sbd_)/)
    expect(Date.parse(whole.disputes[0]?.answerBy ?? '')).toBeGreaterThan(Date.now())
    expect(whole.order.disputed).toEqual({ status: 'open', amount: usd('798.00') })
    expect(whole.events.map(({ what }) => what)).toContain('dispute-opened')
    const mails = () =>
      world.db.selectFrom('mail').selectAll().where('to_address', '=', world.config.supportAddress).execute()
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject), { timeout: 20_000 })
      .toContainEqual(`Disputed: USD 798.00, order ${whole.order.orderNumber}`)
    expect(await booksOf(order)).toEqual({ disputed: 79_800, provider: -81_300, 'dispute-losses': 1_500 })
    expect(await house.broken()).toEqual([])
  })

  test('is found by asking when no webhook comes, and the audit complains until then', async () => {
    const order = await house.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    expect(await house.brokenIds()).toEqual(['Q2g'])
    await Promise.all([findLostDisputes(dashboard.deps, 3), sync(order), findLostDisputes(dashboard.deps, 3)])
    expect(await isFrozen(order)).toEqual([true])
    expect(await house.broken()).toEqual([])
    await dashboard.decide(disputeId, 'won')
    expect(await house.brokenIds()).toEqual(['Q2g'])
    await findLostDisputes(dashboard.deps, 3)
    expect(await isFrozen(order)).toEqual([false])
    expect(await house.broken()).toEqual([])
  })

  test('and that is won is as if nothing had been, and so are the books', async () => {
    const { order, disputeId } = await disputed({ seats: 2 })
    await dashboard.decide(disputeId, 'won')
    await sync(order)
    await sync(order)
    expect(await isFrozen(order)).toEqual([false, false])
    expect(await statesOf(order)).toEqual(['active', 'active'])
    expect(await booksOf(order)).toEqual({})
    expect(await attention(order)).toEqual([])
    expect((await house.whole(order)).order.disputed).toBeNull()
    expect(await house.refundHere(order, '10.00')).toMatchObject({ ok: true })
  })

  test('and that is lost ends the seats, gives them back, and is a loss with its fee', async () => {
    const { order, disputeId } = await disputed({ seats: 2 })
    const taken = async () =>
      (await world.db.selectFrom('cohort').select('taken').where('course_code', '=', order.courseCode).execute())[0]
    expect(await taken()).toEqual({ taken: 2 })
    await dashboard.decide(disputeId, 'lost')
    await Promise.all([sync(order), sync(order)])
    expect(await statesOf(order)).toEqual(['cancelled', 'cancelled'])
    expect(await taken()).toEqual({ taken: 0 })
    expect(await booksOf(order)).toEqual({ provider: -81_300, 'dispute-losses': 81_300 })
    expect((await house.whole(order)).order.disputed).toEqual({ status: 'lost', amount: usd('798.00') })
    expect(await house.refundHere(order, '10.00')).toMatchObject({ refusal: { code: 'DISPUTE_LOST' } })
    expect(await attention(order)).toEqual([])
    expect(await house.broken()).toEqual([])
  })

  test('for a part of it freezes all; once lost, only the rest can go back', async () => {
    const order = await house.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'open', 30_000)
    await sync(order)
    expect(await isFrozen(order)).toEqual([true])
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    expect(await statesOf(order)).toEqual(['cancelled'])
    expect(await house.refundHere(order, '99.01')).toMatchObject({ refusal: { code: 'DISPUTE_LOST' } })
    expect(await booksOf(order)).toEqual({ provider: -31_500, 'dispute-losses': 31_500 })
  })

  test('about which the bank only asks is shown, and nothing is frozen; it may become a dispute', async () => {
    const order = await house.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'inquiry')
    await sync(order)
    expect(await isFrozen(order)).toEqual([false])
    expect(await attention(order)).toHaveLength(1)
    expect((await house.whole(order)).order.disputed).toBeNull()
    expect(await booksOf(order)).toEqual({})
    await dashboard.decide(disputeId, 'open')
    await sync(order)
    expect(await isFrozen(order)).toEqual([true])
    const other = await house.bought()
    await dashboard.decide(await dashboard.dispute(other.intentId, 'inquiry'), 'closed')
    await sync(other)
    expect(await attention(other)).toEqual([])
    expect(await house.broken()).toEqual([])
  })

  test('whose older answer comes after a newer one stays as the newer one says', async () => {
    const order = await house.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    const isHeld = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    const gateway = dashboard.deps.gateway!
    const slow: typeof gateway.listDisputes = async (of) => {
      const answer = await gateway.listDisputes(of)
      isAsked.resolve()
      await isHeld.promise
      return answer
    }
    const older = syncDisputes({ ...dashboard.deps, gateway: { ...gateway, listDisputes: slow } }, order.paymentId)
    await isAsked.promise
    await dashboard.decide(disputeId, 'won')
    await sync(order)
    isHeld.resolve()
    await older
    expect(await isFrozen(order)).toEqual([false])
    expect(await booksOf(order)).toEqual({})
  })

  test('and decided anew by the bank is booked anew, and the seats that ended stay so', async () => {
    const { order, disputeId } = await disputed()
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    await dashboard.reverse(disputeId)
    await sync(order)
    expect(await booksOf(order)).toEqual({})
    expect(await statesOf(order)).toEqual(['cancelled'])
    expect(await house.broken()).toEqual([])
  })
})
