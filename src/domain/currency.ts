/** How many decimals a currency has. ISO 4217; a table of our own, so that no machine's data decides a charge. */
export type Currency = string

const ZERO = new Set([
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
const THREE = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** @throws RangeError for what is no ISO 4217 code */
export function decimalsOf(currency: Currency): 0 | 2 | 3 {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`not a currency: ${currency}`)
  if (ZERO.has(currency)) return 0
  return THREE.has(currency) ? 3 : 2
}
