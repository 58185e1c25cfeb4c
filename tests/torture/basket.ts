/** A random purchase: alone or with friends, in full or by deposit, with a promo code, a gift card, credit or several of them. */

import type { Random } from '../support/random.ts'
import { post, untilAnswered } from '../world/buyer.ts'

/** One promo code with too few uses and one gift card with too little on it, for everybody. */
export type Codes = { promoCode: string; giftCardCode: string }
/** A person with an account, logged in from an address of their own. */
export type Member = { email: string; token: string; address: string }
export type Basket = {
  method: 'card' | 'paypal' | 'gift-card'
  /** Everybody comes from an address of their own. */
  attribution: Record<string, string>
  body: Record<string, unknown>
}

type Shop = {
  url: string
  courseCode: string
  codes: Codes
  random: Random
  payer: { paypal: object | null }
}
type Option = { paymentType: string; dueNow: { amount: string } }

/** More than a member has, so that all of the credit is used. */
const CREDIT = { amount: '500.00', currency: 'USD' }

/** Null where there is no place left. A code that is not good any more is left out. */
export async function fill(shop: Shop, member: Member | null, patienceMs: number): Promise<Basket | null> {
  const { url, courseCode, codes, random, payer } = shop
  const attribution = { 'x-forwarded-for': member?.address ?? createAddress(random) }
  const headers = { ...attribution, ...(member && { authorization: `Bearer ${member.token}` }) }
  const seats = random.chance(0.25) ? 2 + Math.floor(random.next() * 3) : 1
  const isDeposit = random.chance(0.25)
  const own = {
    ...(random.chance(0.25) && { promoCode: codes.promoCode }),
    ...(random.chance(0.25) && { giftCardCode: codes.giftCardCode }),
  }
  const credit = member && { credit: CREDIT }
  const quoted = (brought: object) =>
    untilAnswered(
      () => post(url, '/api/v1/sign-up-payment-options', { courseCode, seats, ...credit, ...brought }, headers),
      patienceMs,
    )
  const withCodes = await quoted(own)
  const brought = withCodes.status === 200 ? own : {}
  const quote = withCodes.status === 200 ? withCodes : await quoted(brought)
  if (quote.status !== 200) return null
  const { quoteId, options } = quote.body.data as { quoteId: string; options: Option[] }
  const option = options.find(({ paymentType }) => paymentType === 'deposit' && isDeposit) ?? options[0]!
  const friends = Array.from({ length: seats - 1 }, (_, at) => ({ email: `friend-${quoteId}-${at}@understudy.test` }))
  // A deposit is paid by card only.
  const charged = payer.paypal && option.paymentType === 'full' ? 'paypal' : 'card'
  return {
    method: Number(option.dueNow.amount) > 0 ? charged : 'gift-card',
    attribution,
    body: { courseCode, quoteId, paymentType: option.paymentType, seats, friends, ...credit, ...brought },
  }
}

const createAddress = (random: Random): string =>
  Array.from([10, 0, 0, 0], (first) => first || Math.floor(random.next() * 250) + 1).join('.')
