/** Splits an amount by weights. Price rule 4: the parts add up to the whole. */
import { type Money, money } from './money.ts'

/**
 * Each part is its share to less than one minor unit; what is left over goes to the largest remainders,
 * of two that are equal to the first. No part is more than its weight where the amount is no more than
 * all weights together.
 *
 * @throws RangeError when there is something to split and nothing to split it by
 */
export function splitBy(amount: Money, weights: readonly number[]): Money[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (amount.minor < 0 || (all === 0n && amount.minor > 0)) throw new RangeError(`cannot split ${amount.minor}`)
  if (all === 0n) return weights.map(() => money(0, amount.currency))
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount.minor) * BigInt(weight)
    return { at, whole: Number(product / all), rest: product % all }
  })
  const left = amount.minor - shares.reduce((sum, { whole }) => sum + whole, 0)
  const lucky = new Set(
    shares
      .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1))
      .slice(0, left)
      .map(({ at }) => at),
  )
  return shares.map(({ at, whole }) => money(whole + (lucky.has(at) ? 1 : 0), amount.currency))
}
