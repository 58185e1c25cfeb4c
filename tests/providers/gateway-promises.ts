/** The promises of every card gateway, for the sandbox, Stripe's double and, with a key, Stripe's test mode. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { CardGoneError } from '#platform/payments/saved-cards.ts'

export type TestCard = 'good' | 'declined' | 'noFunds' | 'asks' | 'failsLater' | 'asksLater' | 'late'

/** A gateway with the hand of a buyer at its other side. */
export type Rig = {
  gateway: Gateway
  /** Sends the card to the provider, as the browser does. */
  pay(clientSecret: string, card: TestCard): Promise<unknown>
  /** Answers the bank's question. Null if only a browser can answer. */
  answer: ((clientSecret: string, word: 'accept' | 'refuse') => Promise<unknown>) | null
  /** The bank makes up its mind; null where no card is late. */
  decide: ((clientSecret: string) => Promise<unknown>) | null
  /** The signed deliveries about an intent so far; null where nobody tells. */
  deliveries: ((intentId: string) => Promise<{ body: string; headers: Record<string, string> }[]>) | null
}

const URLS = { returnUrl: 'http://localhost:3000/order/x', cancelUrl: 'http://localhost:3000/order/x' }
const PRICE = money(39_900, 'USD')

export function gatewayPromises(name: string, of: () => Rig): void {
  const order = (amount = PRICE) => {
    const reference = randomUUID()
    return { key: `payment:${reference}`, amount, reference, ...URLS }
  }
  const opened = async () => of().gateway.createIntent(order())
  const paid = async (card: TestCard) => {
    const intent = await opened()
    await of().pay(intent.clientSecret!, card)
    return intent
  }

  describe(`${name}: a card gateway`, () => {
    test('creates a payment of the exact amount, which waits for a card', async () => {
      const intent = await opened()
      expect(intent).toMatchObject({ status: 'requires_payment', amount: PRICE, failureCode: null, nextAction: null })
      expect(await of().gateway.getIntent(intent.intentId)).toMatchObject({ ...intent, asOf: expect.any(Date) })
    })

    test('creates one payment for one key, for repeated and simultaneous calls', async () => {
      const input = order()
      const all = await Promise.all(
        Array.from({ length: 3 }, async (_, wait) => {
          await new Promise((resolve) => setTimeout(resolve, wait * 5))
          return of().gateway.createIntent(input)
        }),
      )
      expect(new Set(all.map((intent) => `${intent.intentId} ${intent.clientSecret}`)).size).toBe(1)
    })

    test('uses the minor units of each currency', async () => {
      const yen = money(5_000, 'JPY')
      expect((await of().gateway.createIntent(order(yen))).amount).toEqual(yen)
    })

    test('reports a good card by its brand and last digits only', async () => {
      const intent = await paid('good')
      const fact = await of().gateway.getIntent(intent.intentId)
      expect(fact).toMatchObject({ status: 'succeeded', amount: PRICE, card: { brand: 'Visa', last4: '4242' } })
    })

    test.each([
      ['declined', 'card_declined'],
      ['noFunds', 'insufficient_funds'],
    ] as const)(
      'a card that is %s is called %s, and leaves the payment open for another',
      async (card, failureCode) => {
        const intent = await paid(card)
        expect(await of().gateway.getIntent(intent.intentId)).toMatchObject({ status: 'declined', failureCode })
        await of().pay(intent.clientSecret!, 'good')
        expect(await of().gateway.getIntent(intent.intentId)).toMatchObject({ status: 'succeeded', failureCode: null })
      },
    )

    test('a cancelled payment cannot be paid, and cancelling it again changes nothing', async () => {
      const intent = await opened()
      expect(await of().gateway.cancelIntent(intent.intentId)).toMatchObject({ status: 'canceled' })
      expect(await of().gateway.cancelIntent(intent.intentId)).toMatchObject({ status: 'canceled' })
      await of()
        .pay(intent.clientSecret!, 'good')
        .catch(() => null)
      expect(await of().gateway.getIntent(intent.intentId)).toMatchObject({ status: 'canceled' })
    })

    test('a succeeded payment is not cancelled, but reported', async () => {
      const intent = await paid('good')
      expect(await of().gateway.cancelIntent(intent.intentId)).toMatchObject({ status: 'succeeded', amount: PRICE })
    })

    test('a bank challenge stays until it is answered, and its payment can be cancelled', async () => {
      const intent = await paid('asks')
      expect(await of().gateway.getIntent(intent.intentId)).toMatchObject({ status: 'requires_action' })
      expect(await of().gateway.cancelIntent(intent.intentId)).toMatchObject({ status: 'canceled' })
    })

    test('an accepted challenge pays, a refused one is a decline with its own reason', async ({ skip }) => {
      const { answer, gateway } = of()
      if (!answer) return skip('only a browser can answer this bank')
      const yes = await paid('asks')
      const no = await paid('asks')
      await answer(yes.clientSecret!, 'accept')
      await answer(no.clientSecret!, 'refuse')
      expect(await gateway.getIntent(yes.intentId)).toMatchObject({ status: 'succeeded' })
      expect(await gateway.getIntent(no.intentId)).toMatchObject({
        status: 'declined',
        failureCode: 'challenge_refused',
      })
    })

    test('a processing payment cannot be cancelled, and succeeds or fails later', async ({ skip }) => {
      const { decide, gateway } = of()
      if (!decide) return skip('no test card of this provider is late')
      const intent = await paid('late')
      expect(await gateway.getIntent(intent.intentId)).toMatchObject({ status: 'processing' })
      expect(await gateway.cancelIntent(intent.intentId)).toMatchObject({ status: 'processing' })
      await decide(intent.clientSecret!)
      expect(await gateway.getIntent(intent.intentId)).toMatchObject({ status: 'succeeded' })
    })

    test('refunds once, however often it is called, and lists charges and refunds', async () => {
      const since = new Date(Date.now() - 60_000)
      const input = order()
      const intent = await of().gateway.createIntent(input)
      await of().pay(intent.clientSecret!, 'good')
      const refund = { key: `refund:${randomUUID()}`, intentId: intent.intentId, amount: PRICE }
      const first = await of().gateway.refund(refund)
      expect(await of().gateway.refund(refund)).toEqual(first)
      const listed = (await of().gateway.listCharges(since)).filter(({ intentId }) => intentId === intent.intentId)
      expect(listed).toEqual([
        { intentId: intent.intentId, reference: input.reference, amount: PRICE, refunded: PRICE },
      ])
    })

    test('lists refunds with their keys, by payment and by time', async () => {
      const since = new Date(Date.now() - 60_000)
      const intent = await paid('good')
      const key = `refund:${randomUUID()}`
      const { refundId } = await of().gateway.refund({ key, intentId: intent.intentId, amount: money(100, 'USD') })
      const listed = { refundId, intentId: intent.intentId, key, amount: money(100, 'USD'), hasFailed: false }
      const own = await of().gateway.listRefunds({ intentId: intent.intentId })
      expect(own).toEqual([{ ...listed, at: expect.any(Date) }])
      expect(await of().gateway.listRefunds({ since })).toContainEqual(own[0])
      expect(await of().gateway.listRefunds({ since: new Date(Date.now() + 60_000) })).toEqual([])
    })

    test('refuses to refund a payment without a charge', async () => {
      const intent = await opened()
      const refund = { key: `refund:${randomUUID()}`, intentId: intent.intentId, amount: PRICE }
      await expect(of().gateway.refund(refund)).rejects.toThrow()
    })

    describe('that saves cards', () => {
      const saved = async (card: TestCard, use: 'save' | 'keep' = 'save') => {
        const intent = await of().gateway.createIntent({ ...order(), card: use })
        await of().pay(intent.clientSecret ?? '', card)
        const { savedCard } = await of().gateway.getIntent(intent.intentId)
        if (!savedCard) throw new Error('the card was not saved')
        return savedCard
      }
      const prepared = async (card: TestCard, use: 'save' | 'keep' = 'save') => {
        const savedCard = await saved(card, use)
        const input = { ...order(money(30_000, 'USD')), card: savedCard }
        return { savedCard, input, intent: await of().gateway.createIntent(input) }
      }

      test('charges a saved card once, however often it is called, and only by that call', async () => {
        const { savedCard, input, intent } = await prepared('good')
        expect(intent).toMatchObject({ status: 'requires_payment' })
        expect(await of().gateway.createIntent(input)).toMatchObject({ intentId: intent.intentId })
        const charge = () => of().gateway.savedCards!.charge(intent.intentId, savedCard)
        for (const fact of [await charge(), await charge()])
          expect(fact).toMatchObject({ status: 'succeeded', amount: input.amount, card: { last4: '4242' } })
        const since = new Date(Date.now() - 60_000)
        const charges = (await of().gateway.listCharges(since)).filter(({ reference }) => reference === input.reference)
        expect(charges).toHaveLength(1)
      })

      test.each([
        ['failsLater', 'card_declined'],
        ['asksLater', 'authentication_required'],
      ] as const)(
        'a saved card that is %s is declined by %s, and its payment can be cancelled',
        async (card, failureCode) => {
          const { savedCard, intent } = await prepared(card)
          const fact = await of().gateway.savedCards!.charge(intent.intentId, savedCard)
          expect(fact).toMatchObject({ status: 'declined', failureCode })
          expect(await of().gateway.savedCards!.charge(intent.intentId, savedCard)).toMatchObject({
            status: 'declined',
          })
          expect(await of().gateway.cancelIntent(intent.intentId)).toMatchObject({ status: 'canceled' })
          expect(await of().gateway.savedCards!.charge(intent.intentId, savedCard)).toMatchObject({
            status: 'canceled',
          })
        },
      )

      test('reports until when a card is valid', async () => {
        const intent = await paid('good')
        const { card } = await of().gateway.getIntent(intent.intentId)
        expect(card?.expires).toEqual({ month: expect.any(Number), year: expect.any(Number) })
      })

      test('a card that is kept for its buyer pays at once, and once, while the buyer is there', async () => {
        const { savedCard, intent } = await prepared('good', 'keep')
        const charge = () => of().gateway.savedCards!.charge(intent.intentId, savedCard, URLS)
        for (const fact of [await charge(), await charge()])
          expect(fact).toMatchObject({ status: 'succeeded', card: { last4: '4242' } })
      })

      test('a bank that refuses without the buyer asks the buyer who is there, at an address', async () => {
        const { savedCard, intent } = await prepared('asksLater', 'keep')
        const fact = await of().gateway.savedCards!.charge(intent.intentId, savedCard, URLS)
        expect(fact).toMatchObject({ status: 'requires_action' })
        const { nextAction } = await of().gateway.getIntent(intent.intentId)
        expect(nextAction?.redirectUrl).toMatch(/^https?:/)
      })

      test('a reusable card is declined as any other, and can be saved for the balance of a deposit too', async () => {
        const { savedCard, intent } = await prepared('failsLater', 'keep')
        const fact = await of().gateway.savedCards!.charge(intent.intentId, savedCard, URLS)
        expect(fact).toMatchObject({ status: 'declined', failureCode: 'card_declined' })
        const card = { ...(await saved('good', 'keep')), isSavedToo: true }
        const deposit = await of().gateway.createIntent({ ...order(), card })
        await of().gateway.savedCards!.charge(deposit.intentId, card, URLS)
        const { savedCard: both } = await of().gateway.getIntent(deposit.intentId)
        expect(both).toEqual({ customerId: card.customerId, methodId: card.methodId })
      })

      test('makes no payment for a card that was deleted', async () => {
        const savedCard = await saved('good', 'keep')
        await of().gateway.savedCards!.detach(savedCard)
        await expect(of().gateway.createIntent({ ...order(), card: savedCard })).rejects.toThrow(CardGoneError)
      })

      test('a prepared charge can be cancelled, and never charges then', async () => {
        const { savedCard, intent } = await prepared('good')
        expect(await of().gateway.cancelIntent(intent.intentId)).toMatchObject({ status: 'canceled' })
        expect(await of().gateway.savedCards!.charge(intent.intentId, savedCard)).toMatchObject({ status: 'canceled' })
      })

      test('saves no card of a payment without consent', async () => {
        const intent = await paid('good')
        expect((await of().gateway.getIntent(intent.intentId)).savedCard).toBeNull()
      })

      test('a detached card is never charged again, and detaching it again changes nothing', async () => {
        const { savedCard, intent } = await prepared('good')
        await of().gateway.savedCards!.detach(savedCard)
        await of().gateway.savedCards!.detach(savedCard)
        await expect(of().gateway.savedCards!.charge(intent.intentId, savedCard)).rejects.toThrow()
        expect(await of().gateway.getIntent(intent.intentId)).toMatchObject({ status: 'requires_payment' })
      })
    })

    test('an unknown payment is an error, not a fact', async () => {
      await expect(of().gateway.getIntent('pi_unknown')).rejects.toThrow()
    })

    test('only a webhook with a current, unchanged signature is read', async ({ skip }) => {
      const { deliveries, gateway } = of()
      if (!deliveries || !gateway.readEvent) return skip('this provider tells no news here')
      const intent = await paid('good')
      const all = await deliveries(intent.intentId)
      expect(all.length).toBeGreaterThan(0)
      const read = gateway.readEvent
      for (const { body, headers } of all) {
        expect(read(body, headers)).toMatchObject({ intentId: intent.intentId, eventId: expect.any(String) })
        expect(read(body.replace(intent.intentId, `${intent.intentId}x`), headers)).toBeNull()
        expect(read(JSON.stringify(JSON.parse(body), null, 3), headers)).toBeNull()
        expect(read(body, {})).toBeNull()
        const [name = '', signature = ''] = Object.entries(headers)[0] ?? []
        const old = signature.replace(/t=(\d+)/, (_whole, at: string) => `t=${Number(at) - 301}`)
        expect(read(body, { [name]: old })).toBeNull()
      }
    })
  })
}
