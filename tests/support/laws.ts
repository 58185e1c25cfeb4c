/** On how many random orders, courses or learners a law is tried: a slice with every run of the tests, all of them with `npm run u -- laws`. */
const { LAW_POSTS, LAW_ORDERS, LAW_PLACED, LAW_ROUNDS, LAW_SEED } = process.env

type LawRuns = { numRuns: number; seed?: number }

/** The number of random orders that a law only computes. */
export function countComputedOrders(slice: number): LawRuns {
  return createRuns(Number(LAW_ORDERS ?? slice))
}

/** The number of random orders that a law places in a database. */
export function countPlacedOrders(slice: number): LawRuns {
  return createRuns(Number(LAW_PLACED ?? slice))
}

/** The number of posts to the public forms. */
export const formPosts = Number(LAW_POSTS ?? 200)

/** How often a race for one thing is run. */
export const raceRounds = Array.from({ length: Number(LAW_ROUNDS ?? 1) }, (_, at) => at + 1)

function createRuns(numRuns: number): LawRuns {
  return { numRuns, ...(LAW_SEED && { seed: Number(LAW_SEED) }) }
}
