/** Decimals of each currency (ISO 4217). The table is our own, so that no machine's locale data decides a charge. */
export type Currency = string

/** Prices, promo codes and charges of a site have this currency. docs/contract §5, price rule 8. */
export const SITE_CURRENCY = 'USD'

const ZERO_DECIMALS = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'UYI',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])
const THREE_DECIMALS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** @throws RangeError when the code does not have the form of an ISO 4217 code */
export function getDecimals(currency: Currency): 0 | 2 | 3 {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`not a currency: ${currency}`)
  if (ZERO_DECIMALS.has(currency)) return 0
  return THREE_DECIMALS.has(currency) ? 3 : 2
}
