/** Amounts of money as people type them. */
import { plainTyped } from '../typed-text.ts'

/**
 * `$45`, `45,50`, `1,200` and `1.200,50` as `45`, `45.50`, `1200` and `1200.50`, in major units. Without what a copy
 * added unseen. A text that is no amount stays one that `fromDecimal` refuses.
 */
export function plainAmount(text: string): string {
  const plain = plainTyped(text).replaceAll(/[\s$]|USD?/gi, '')
  if (/^\d{1,3}(\.\d{3})*,\d{1,2}$/.test(plain) || /^\d+,\d{1,2}$/.test(plain))
    return plain.replaceAll('.', '').replace(',', '.')
  return /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain) ? plain.replaceAll(',', '') : plain
}
