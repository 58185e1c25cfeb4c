/** A shopper at PayPal: approves, is declined, waits for a review, comes back, comes too late, or pays by card after all. */
import type { Answer } from '../world/buyer.ts'
import { payByCard } from './card-shopper.ts'
import { followUp, payAgain, type Shop, type Shopper, toPlaced } from './checkout-calls.ts'
import type { PaypalPayer } from './rigs.ts'

type Visit = { shop: Shop; payer: PaypalPayer; shopper: Shopper; placed: Answer; again: () => Promise<Answer> }

export async function buyAtPaypal(
  shop: Shop,
  shopper: Shopper,
  placed: Answer,
  again: () => Promise<Answer>,
): Promise<Shopper['end']> {
  const payer = shop.payer.paypal
  if (!payer) throw new Error('nobody approves payments here')
  const way = drawWay(shop)
  await WAYS[way]({ shop, payer, shopper, placed, again })
  return followUp(shop.url, shopper, toPlaced(placed), shop.random)
}

/** The share of visits of each kind. The rest approves at once. */
const SHARES = { decline: 0.1, review: 0.06, continue: 0.1, comeLate: 0.14, switchToCard: 0.08 } as const
type Way = keyof typeof SHARES | 'approve'

function drawWay({ random }: Shop): Way {
  let left = random.next()
  for (const [way, share] of Object.entries(SHARES) as [Way, number][]) {
    left -= share
    if (left < 0) return way
  }
  return 'approve'
}

const WAYS: Record<Way, (visit: Visit) => Promise<void>> = {
  approve,

  /** PayPal refuses the instrument at the capture. Most try again, with another one. */
  async decline(visit) {
    const { shop, payer, shopper, placed, again } = visit
    note(visit, placed, 'declined')
    payer.approve(toPaypalOrder(placed), 'declined')
    const end = await followUp(shop.url, shopper, toPlaced(placed), shop.random)
    if (end !== 'failed' || shop.random.chance(0.3)) return
    const next = await again()
    if (next.status === 200) await approve({ ...visit, placed: next })
  },

  /** PayPal reviews the capture, and completes or refuses it a moment later. */
  async review(visit) {
    const { shop, payer, placed } = visit
    note(visit, placed, 'reviewed')
    await payer.review(toPaypalOrder(placed), shop.random.chance(0.7) ? 'COMPLETED' : 'DECLINED')
  },

  /** The buyer closed the window, and continues at the same page. */
  async continue(visit) {
    const { shop, shopper, placed } = visit
    const next = await payAgain(shop.url, shopper, toPlaced(placed), 'paypal')
    await approve({ ...visit, placed: next.status === 200 ? next : placed })
  },

  /** The seats are free again, or another buyer's, when the buyer approves. */
  async comeLate(visit) {
    await visit.shop.endHold(toPlaced(visit.placed).orderId)
    await approve(visit)
  },

  /** Pays by card in one tab and approves at PayPal in the other. Only one of them may charge. */
  async switchToCard(visit) {
    const { shop, payer, shopper, placed } = visit
    const isEarly = shop.random.chance(0.3)
    if (isEarly) note(visit, placed, 'approved')
    if (isEarly) payer.approve(toPaypalOrder(placed), 'balance')
    const next = await payAgain(shop.url, shopper, toPlaced(placed), 'card')
    if (!isEarly) note(visit, placed, 'approved')
    if (!isEarly) payer.approve(toPaypalOrder(placed), 'balance')
    if (next.status === 200) await payByCard(shop, shopper, next, 'good')
  },
}

async function approve(visit: Visit): Promise<void> {
  note(visit, visit.placed, 'approved')
  visit.payer.approve(toPaypalOrder(visit.placed), 'balance')
}

const note = ({ shopper }: Visit, placed: Answer, card: string) =>
  void shopper.sentCards.push({ paymentId: toPlaced(placed).paymentId, card, after: shopper.responses.length })

const toPaypalOrder = (placed: Answer): string => toPlaced(placed).paypalOrderId ?? ''
