/**
 * How often a law is tried, and with which seed. A run of the tests tries a slice, always the same one. `npm run u --
 * laws` tries all cases, with another seed each time. Vitest loads this file before each file of tests.
 */
import fc from 'fast-check'

const { LAW_POSTS, LAW_ORDERS, LAW_PLACED, LAW_ROUNDS, LAW_SEED } = process.env

type LawRuns = { numRuns: number }

/** The seed of random cases. */
export const lawSeed = Number(LAW_SEED ?? 42)
fc.configureGlobal({ seed: lawSeed, ...(LAW_ORDERS && { numRuns: Number(LAW_ORDERS) }) })

/** The number of random orders that a law only computes. */
export function countComputedOrders(slice: number): LawRuns {
  return { numRuns: Number(LAW_ORDERS ?? slice) }
}

/** The number of random orders that a law places in a database. */
export function countPlacedOrders(slice: number): LawRuns {
  return { numRuns: Number(LAW_PLACED ?? slice) }
}

/** The number of posts to the public forms. */
export const formPosts = Number(LAW_POSTS ?? 200)

/** Whether a law that has a known number of cases, such as all zones on all days, tries them all. */
export const triesEveryCase = LAW_ROUNDS !== undefined

/** How often a race for one thing is run. */
export const raceRounds = Array.from({ length: Number(LAW_ROUNDS ?? 1) }, (_, at) => at + 1)
