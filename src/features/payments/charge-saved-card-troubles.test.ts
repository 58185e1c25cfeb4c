/** Charges of saved cards that meet trouble: a buyer who pays by the link at the same moment. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#features/admin/audit-money.ts'
import { placeOrder } from '#features/checkout/place-order/place-order.ts'
import { checkPayment } from '#features/payments/check-payment.ts'
import { payOrder } from '#features/payments/pay-order.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../tests/world/world.ts'
import { chargeBalance } from './charge-saved-card.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(async () => {
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

const DAY_MS = 86_400_000
/** The balance is due on day 23. */
const onDay = (day: number, deps: World = world) => ({ ...deps, clock: () => new Date(Date.now() + day * DAY_MS) })
const DECLINES_LATER = '4000000000000341'

async function paidDeposit(number = cards.good.number) {
  const email = `${randomUUID()}@understudy.test`
  const courseCode = await givenCourse(world, { depositMinor: 9_900, startsInDays: 30 })
  const body = await checkoutBody(world, courseCode, email, { paymentType: 'deposit' })
  const placed = await placeOrder(world, guest(), { ...body, consent: { terms: true, storeCard: true } }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good, number })
  await checkPayment(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return placed.value
}

const listPayments = async (orderId: string) =>
  (await world.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('attempt').execute()).map(
    ({ purpose, state }) => `${purpose} ${state}`,
  )
test('a decline never cancels the payment that the buyer began by the link meanwhile', async () => {
  const { orderId, checkoutToken } = await paidDeposit(DECLINES_LATER)
  await chargeBalance(onDay(20.1), orderId)
  const gateway = world.gateway!
  const savedCards = {
    ...gateway.savedCards!,
    async charge(...call: Parameters<NonNullable<typeof gateway.savedCards>['charge']>) {
      const fact = await gateway.savedCards!.charge(...call)
      const begun = await payOrder(world, guest(checkoutToken), orderId, { paymentMethod: 'card' }, 'here')
      expect(begun).toMatchObject({ ok: true })
      return fact
    },
  }
  await chargeBalance(onDay(23.2, withGateway(world, { ...gateway, savedCards }) as World), orderId)
  expect(await listPayments(orderId)).toEqual(['purchase complete', 'balance cancelled', 'balance pending'])
})
