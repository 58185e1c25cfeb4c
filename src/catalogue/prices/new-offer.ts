/** A new offer under a code of its cohort. docs/contract §39. */
import { insertOffer, type LockedOffer, listOfferCodes, lockOffers } from '#catalogue/catalog/queries/edit-offers.ts'
import { SITE_CURRENCY } from '#domain/money/currency.ts'
import type { Tx } from '#platform/db/db.ts'

export type OfferColumns = Pick<
  LockedOffer,
  'name' | 'price_minor' | 'before_price_minor' | 'discount_price_minor' | 'discount_ends_at' | 'deposit_minor'
>

/** With a list price alone, in minor units. */
export function createOffer(priceMinor: number): OfferColumns {
  return {
    name: '',
    price_minor: priceMinor,
    before_price_minor: null,
    discount_price_minor: null,
    discount_ends_at: null,
    deposit_minor: null,
  }
}

/** In the site's currency, with the code of the cohort, or with a number behind it where another offer has that code. */
export async function insertUnderFreeCode(tx: Tx, cohortCode: string, columns: OfferColumns): Promise<string> {
  const taken = new Set(await listOfferCodes(tx, cohortCode))
  for (let number = 1; ; number++) {
    const offerCode = number === 1 ? cohortCode : `${cohortCode}-P${number}`
    if (taken.has(offerCode)) continue
    const offer = { ...columns, offer_code: offerCode, cohort_code: cohortCode, currency: SITE_CURRENCY }
    if (await insertOffer(tx, offer)) return offerCode
  }
}

/** The offers that have not ended. Copies have no end and no early price. */
export async function copyPrices(tx: Tx, from: string, to: string): Promise<void> {
  for (const { name, price_minor, before_price_minor, deposit_minor } of await lockOffers(tx, from))
    await insertUnderFreeCode(tx, to, {
      ...createOffer(price_minor),
      name,
      before_price_minor,
      deposit_minor,
    })
}
