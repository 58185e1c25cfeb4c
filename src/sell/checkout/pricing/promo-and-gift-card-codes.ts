/** Finds the buyer's promo code, gift card and credit. A typed code is valid or refused. */

import { findPromoCode } from '#catalogue/catalog/promo-codes.ts'
import { fromDecimal, type Money, money, smaller } from '#domain/money/money.ts'
import type { PromoCode } from '#domain/money/promo.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { Code, type MoneyWire } from '#http/schemas.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { getCreditAccountId, getGiftCardAccountId } from '#sell/ledger/book.ts'
import { getOwedBalance } from '#sell/ledger/queries.ts'
import { type FoundReferral, findReferral } from '#sell/referrals/find-referral.ts'

/** The codes of a request. Wrong codes are counted by its network address `ip`. */
export type Codes = {
  cohortCode: string
  seats?: number | undefined
  promoCode?: string | undefined
  giftCardCode?: string | undefined
  /** The friend's code of the visit. A problem with it refuses nothing. */
  referralCode?: string | undefined
  credit?: MoneyWire | undefined
  /** The signed-in person. */
  personId?: string | undefined
  ip: string
}

/** What the order takes over from the open orders that it replaces: uses of promo codes, and amounts by account. */
export type OwnCodes = { promoCodes: readonly (string | null)[]; tender: ReadonlyMap<string, number> }
export const NO_OWN_CODES: OwnCodes = { promoCodes: [], tender: new Map() }

export type Brought = {
  promo: PromoCode | null
  giftCard: { id: string; balance: Money } | null
  credit: { personId: string; amount: Money } | null
  referral: FoundReferral | null
}

/** A code of another currency than the offer is refused, because nothing is converted. */
export async function findCodes(
  deps: Deps,
  input: Codes & { offerCode: string; currency: string },
  own: OwnCodes,
): Promise<Outcome<Brought>> {
  const referral = await findReferral(deps, input)
  const isTyped = referral?.isTyped === true
  if (isTyped && referral.problem) return refused('PROMO_INVALID', { reason: referral.problem })
  const code = input.promoCode ? Code.parse(input.promoCode) : null
  const ownUses = own.promoCodes.filter((promoCode) => promoCode === code).length
  const promo = code && !isTyped ? await findPromoCode(deps, { ...input, code, ownUses }) : null
  if (promo && !promo.ok) return promo
  const off = promo?.value.off
  if (off && 'amount' in off && off.amount.currency !== input.currency) return refused('PROMO_INVALID')
  const giftCardResult = input.giftCardCode ? await findGiftCard(deps, input.giftCardCode, input.ip) : null
  if (giftCardResult && !giftCardResult.ok) return giftCardResult
  const giftCard = giftCardResult && {
    ...giftCardResult.value,
    balance: addOwn(giftCardResult.value.balance, own.tender.get(getGiftCardAccountId(giftCardResult.value.id))),
  }
  if (giftCard && !isWorth(giftCard.balance, input.currency)) return refused('GIFT_CARD_INVALID')
  const credit = input.credit && !isNoCredit(input.credit) ? await findCredit(deps, input.credit, input, own) : null
  if (credit && !credit.ok) return credit
  return accepted({ promo: promo?.value ?? null, giftCard, credit: credit?.value ?? null, referral })
}

/** Only the balance call says that a card is used up. */
function isWorth({ minor, currency }: Money, wantedAmount: string): boolean {
  return minor > 0 && currency === wantedAmount
}

const addOwn = ({ minor, currency }: Money, ownMinor = 0): Money => money(minor + ownMinor, currency)

/** The wanted amount, at most the available credit. */
async function findCredit(
  { db }: Pick<Deps, 'db'>,
  entered: MoneyWire,
  { personId, currency }: { personId?: string | undefined; currency: string },
  own: OwnCodes,
): Promise<Outcome<{ personId: string; amount: Money }>> {
  if (!personId) return refused('CREDIT_SIGN_IN')
  const wanted = parseAmount(entered.amount, entered.currency)
  if (wanted?.currency !== currency) return refused('FIELD_INVALID', { fields: { credit: 'Please enter an amount' } })
  const available = await getOwnCredit({ db }, personId, currency, own)
  return accepted({ personId, amount: available ? smaller(wanted, available) : money(0, currency) })
}

/** The available credit, with what the order takes over from those that it replaces. Null for a guest and without credit. */
export async function getOwnCredit(
  { db }: Pick<Deps, 'db'>,
  personId: string | undefined,
  currency: string,
  own: OwnCodes,
): Promise<Money | null> {
  if (!personId) return null
  const account = getCreditAccountId(personId, currency)
  const minor = (await getOwedBalance(db, account)) + (own.tender.get(account) ?? 0)
  return minor > 0 ? money(minor, currency) : null
}

/** Whether a request names its credit as zero, which is the same as none. */
export const isNoCredit = ({ amount, currency }: MoneyWire): boolean => parseAmount(amount, currency)?.minor === 0

function parseAmount(amount: string, currency: string): Money | null {
  try {
    const wanted = fromDecimal(amount, currency)
    return wanted.minor >= 0 ? wanted : null
  } catch {
    return null
  }
}
