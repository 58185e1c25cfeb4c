/** The promises of every gateway whose payments are approved by the buyer and captured by us: the sandbox PayPal, and PayPal's double. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import type { Gateway } from '#platform/payments/gateway.ts'

/** `late`: the capture takes a while. `declined`: the provider refuses the buyer's instrument at the capture. */
export type Approving = 'good' | 'late' | 'declined'

/** A gateway with the hand of a buyer at its other side. */
export type ApprovalRig = {
  gateway: Gateway & { capture: NonNullable<Gateway['capture']> }
  /** The buyer approves on the provider's page. */
  approve(intentId: string, approving: Approving): Promise<unknown>
  /** The late capture ends well. Null where no capture is late. */
  decide: ((intentId: string) => Promise<unknown>) | null
  /** The signed deliveries about an intent so far; null where nobody tells. */
  deliveries: ((intentId: string) => Promise<{ body: string; headers: Record<string, string> }[]>) | null
}

const PRICE = money(39_900, 'USD')
const URLS = {
  returnUrl: 'http://localhost:3000/order/x',
  cancelUrl: 'http://localhost:3000/order/x?approval=cancelled',
}

export function approvalPromises(name: string, of: () => ApprovalRig): void {
  const order = (amount = PRICE) => {
    const reference = randomUUID()
    return { key: `payment:${reference}`, amount, reference, ...URLS }
  }
  const opened = async () => {
    const input = order()
    const intent = await of().gateway.createIntent(input)
    references.set(intent.intentId, input.reference)
    return intent
  }
  const approved = async (approving: Approving) => {
    const intent = await opened()
    await of().approve(intent.intentId, approving)
    return intent
  }
  const references = new Map<string, string>()
  const capture = (intentId: string, number = 1, amount = PRICE, reference = references.get(intentId) ?? '') =>
    of().gateway.capture({ key: `capture:${intentId}:${number}`, intentId, amount, reference })

  describe(`${name}: a gateway with approvals`, () => {
    test('creates one payment of the exact amount for one key, with the page that approves it', async () => {
      const input = order()
      const [one, two] = await Promise.all([of().gateway.createIntent(input), of().gateway.createIntent(input)])
      expect(one).toMatchObject({
        status: 'requires_payment',
        amount: PRICE,
        clientSecret: null,
        card: null,
        nextAction: null,
        approvalUrl: expect.stringMatching(/^https?:/),
      })
      expect(two.intentId).toBe(one.intentId)
      expect(await of().gateway.getIntent(one.intentId)).toMatchObject({ status: 'requires_payment', amount: PRICE })
    })

    test('uses the minor units of each currency', async () => {
      const yen = money(5_000, 'JPY')
      expect((await of().gateway.createIntent(order(yen))).amount).toEqual(yen)
    })

    test('an approval charges nothing, and a capture charges it once, for repeated and simultaneous calls', async () => {
      const since = new Date(Date.now() - 60_000)
      const { intentId } = await approved('good')
      expect(await of().gateway.getIntent(intentId)).toMatchObject({ status: 'approved', approvalUrl: null })
      const all = await Promise.all([capture(intentId), capture(intentId), capture(intentId)])
      expect(all.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
      expect(await capture(intentId, 2)).toMatchObject({ status: 'succeeded', amount: PRICE })
      const listed = (await of().gateway.listCharges(since)).filter((charge) => charge.intentId === intentId)
      expect(listed).toMatchObject([{ amount: PRICE, refunded: { minor: 0 } }])
    })

    test('a payment that nobody approved is not charged', async () => {
      const { intentId } = await opened()
      expect((await capture(intentId)).status).toBe('requires_payment')
      expect((await of().gateway.getIntent(intentId)).status).toBe('requires_payment')
    })

    test('a payment of another amount than ours is not charged', async () => {
      const { intentId } = await approved('good')
      await capture(intentId, 1, money(100, 'USD')).catch(() => null)
      expect((await of().gateway.getIntent(intentId)).status).toBe('approved')
    })

    test('a payment of another order than ours is not charged', async () => {
      const { intentId } = await approved('good')
      await capture(intentId, 1, PRICE, randomUUID()).catch(() => null)
      expect((await of().gateway.getIntent(intentId)).status).toBe('approved')
    })

    test('an instrument that is refused at the capture is a decline, and nothing is charged', async () => {
      const since = new Date(Date.now() - 60_000)
      const { intentId } = await approved('declined')
      expect(await capture(intentId)).toMatchObject({ status: 'declined', failureCode: 'payment_declined' })
      const charges = await of().gateway.listCharges(since)
      expect(charges.filter((charge) => charge.intentId === intentId)).toEqual([])
    })

    test('a capture that takes a while is processing, and succeeds later', async ({ skip }) => {
      const { decide, gateway } = of()
      if (!decide) return skip('no capture of this provider is late')
      const { intentId } = await approved('late')
      expect(await capture(intentId)).toMatchObject({ status: 'processing' })
      expect(await gateway.cancelIntent(intentId)).toMatchObject({ status: 'processing' })
      await decide(intentId)
      expect(await gateway.getIntent(intentId)).toMatchObject({ status: 'succeeded', amount: PRICE })
    })

    test('a cancellation never hides an approval or a charge', async () => {
      const waiting = await approved('good')
      const paid = await approved('good')
      await capture(paid.intentId)
      expect(await of().gateway.cancelIntent(waiting.intentId)).toMatchObject({ status: 'approved' })
      expect(await of().gateway.cancelIntent(paid.intentId)).toMatchObject({ status: 'succeeded', amount: PRICE })
    })

    test('refunds once, however often it is called, and lists refunds with their keys', async () => {
      const since = new Date(Date.now() - 60_000)
      const { intentId } = await approved('good')
      await capture(intentId)
      const refund = { key: `refund:${randomUUID()}`, intentId, amount: money(10_000, 'USD') }
      const first = await of().gateway.refund(refund)
      expect(await of().gateway.refund(refund)).toEqual(first)
      const own = await of().gateway.listRefunds({ intentId })
      expect(own).toMatchObject([{ ...refund, refundId: first.refundId, hasFailed: false, at: expect.any(Date) }])
      expect(await of().gateway.listRefunds({ since })).toContainEqual(own[0])
    })

    test('refuses to refund a payment without a charge', async () => {
      const { intentId } = await approved('good')
      const refund = { key: `refund:${randomUUID()}`, intentId, amount: PRICE }
      await expect(of().gateway.refund(refund)).rejects.toThrow()
    })

    test('an unknown payment is an error, not a fact', async () => {
      await expect(of().gateway.getIntent('unknown')).rejects.toThrow()
    })

    test('only a webhook with an unchanged signature is read', async ({ skip }) => {
      const { deliveries, gateway } = of()
      if (!deliveries || !gateway.readEvent) return skip('this provider tells no news here')
      const { intentId } = await approved('good')
      await capture(intentId)
      const all = await deliveries(intentId)
      expect(all.length).toBeGreaterThan(0)
      for (const { body, headers } of all) {
        expect(await gateway.readEvent(body, headers)).toMatchObject({ intentId, eventId: expect.any(String) })
        expect(await gateway.readEvent(body.replace(intentId, `${intentId}x`), headers)).toBeNull()
        expect(await gateway.readEvent(body, {})).toBeNull()
      }
    })
  })
}
