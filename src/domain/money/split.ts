/** Splits an amount by weights. The parts add up to the amount. Price rule 4. */
import { type Money, money } from './money.ts'

/**
 * Each part is its share to within one minor unit. The remaining units go to the largest remainders, and to the
 * first of equal ones. No part exceeds its weight when the amount does not exceed the sum of the weights.
 *
 * @throws RangeError when the amount is not zero and all weights are zero
 */
export function splitByWeights(amount: Money, weights: readonly number[]): Money[] {
  const totalWeight = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (amount.minor < 0 || (totalWeight === 0n && amount.minor > 0)) throw new RangeError(`cannot split ${amount.minor}`)
  if (totalWeight === 0n) return weights.map(() => money(0, amount.currency))
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount.minor) * BigInt(weight)
    return { index: index, units: Number(product / totalWeight), remainder: product % totalWeight }
  })
  const leftover = amount.minor - shares.reduce((sum, { units }) => sum + units, 0)
  const roundedUp = new Set(
    shares
      .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
      .slice(0, leftover)
      .map(({ index }) => index),
  )
  return shares.map(({ index, units }) => money(units + (roundedUp.has(index) ? 1 : 0), amount.currency))
}
