/** What a buyer brings to a price: a promo code, a gift card, credit. Each that is typed is good, or is refused. */
import { fromDecimal, type Money, money, smaller } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { PromoCode } from '#domain/promo.ts'
import { findPromoCode } from '#features/catalog/promo.ts'
import { findGiftCard } from '#features/gift-cards/find.ts'
import { creditAccount } from '#features/ledger/book.ts'
import { owedOn } from '#features/ledger/queries.ts'
import type { Deps } from '#http/deps.ts'
import { Code, type MoneyWire } from '#http/schemas.ts'

/** As asked. Whose address it is: codes in vain are counted by it. */
export type Codes = {
  courseCode: string
  seats?: number | undefined
  promoCode?: string | undefined
  giftCardCode?: string | undefined
  credit?: MoneyWire | undefined
  /** Whoever is signed in. */
  personId?: string | undefined
  ip: string
}

export type Brought = {
  promo: PromoCode | null
  giftCard: { id: string; balance: Money } | null
  credit: { personId: string; amount: Money } | null
}

/** Nothing is converted in silence: what is of another currency than the offer is not good for it. */
export async function codesOf(
  deps: Deps,
  asked: Codes & { offerCode: string; currency: string },
): Promise<Outcome<Brought>> {
  const promo = asked.promoCode ? await findPromoCode(deps, { ...asked, code: Code.parse(asked.promoCode) }) : null
  if (promo && !promo.ok) return promo
  const off = promo?.value.off
  if (off && 'amount' in off && off.amount.currency !== asked.currency) return refused('PROMO_INVALID')
  const giftCard = asked.giftCardCode ? await findGiftCard(deps, asked.giftCardCode, asked.ip) : null
  if (giftCard && !giftCard.ok) return giftCard
  if (giftCard && !isWorth(giftCard.value.balance, asked.currency)) return refused('GIFT_CARD_INVALID')
  const credit = asked.credit ? await creditOf(deps, asked.credit, asked) : null
  if (credit && !credit.ok) return credit
  return accepted({ promo: promo?.value ?? null, giftCard: giftCard?.value ?? null, credit: credit?.value ?? null })
}

/** That a card is used up is told by its own balance call alone. */
function isWorth({ minor, currency }: Money, asked: string): boolean {
  return minor > 0 && currency === asked
}

/** As much as was asked for and is there. */
async function creditOf(
  { db }: Deps,
  typed: MoneyWire,
  { personId, currency }: { personId?: string | undefined; currency: string },
): Promise<Outcome<{ personId: string; amount: Money }>> {
  if (!personId) return refused('CREDIT_SIGN_IN')
  const asked = amountOf(typed.amount, typed.currency)
  if (asked?.currency !== currency) return refused('FIELD_INVALID', { fields: { credit: 'Please enter an amount' } })
  const there = money(await owedOn(db, creditAccount(personId, currency)), currency)
  return accepted({ personId, amount: smaller(asked, there) })
}

function amountOf(amount: string, currency: string): Money | null {
  try {
    const asked = fromDecimal(amount, currency)
    return asked.minor >= 0 ? asked : null
  } catch {
    return null
  }
}
