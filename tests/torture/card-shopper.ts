/** A shopper with a card: it is good, declined, or the bank asks who is paying. */
import type { TestCard } from '../providers/gateway-promises.ts'
import type { Answer } from '../world/buyer.ts'
import { followUp, type Shop, type Shopper, toPlaced } from './checkout-calls.ts'

export async function buyByCard(
  shop: Shop,
  shopper: Shopper,
  placed: Answer,
  again: () => Promise<Answer>,
): Promise<Shopper['end']> {
  const { random, url } = shop
  const first = random.chance(0.12) ? random.pick(['declined', 'noFunds', 'asks'] as const) : 'good'
  await payByCard(shop, shopper, placed, first)
  let end = await followUp(url, shopper, toPlaced(placed), random)
  if (end === 'failed' && random.chance(0.7)) {
    const next = await again()
    if (next.status === 200) await payByCard(shop, shopper, next, 'good')
    end = await followUp(url, shopper, toPlaced(placed), random)
  }
  return end
}

export async function payByCard(
  { payer, random }: Shop,
  shopper: Shopper,
  placed: Answer,
  card: TestCard,
): Promise<void> {
  const { clientSecret = '', paymentId } = toPlaced(placed)
  shopper.sentCards.push({ paymentId, card, after: shopper.responses.length })
  await payer.pay(clientSecret, card)
  if (card === 'asks') await payer.answer(clientSecret, random.chance(0.8) ? 'accept' : 'refuse')
}
