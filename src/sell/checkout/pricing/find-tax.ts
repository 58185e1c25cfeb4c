/** Finds the tax that a buyer's price includes. docs/contract §35. */
import type { TaxRate } from '#config/prices.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from '#people/accounts/queries/people.ts'

type Buyer = { personId?: string | undefined; countryCode?: string | undefined }

/**
 * The country is that of the profile, else that of the request, else the site's default. One statement for a signed-in
 * person, and none if the site has no taxes. Null: no tax is shown.
 */
export async function findTax(
  { db, config, site }: Pick<Deps, 'db' | 'config' | 'site'>,
  { personId, countryCode }: Buyer,
): Promise<TaxRate | null> {
  if (config.taxRates.length === 0) return null
  const person = personId ? await personById(db, personId) : undefined
  const country = person?.country_code ?? (countryCode?.trim().toUpperCase() || site.current.countryCode)
  return config.taxRates.find((rate) => rate.countryCode === country) ?? null
}
