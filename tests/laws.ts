/** On how many random orders a law is tried: a slice with every run of the tests, all of them with `npm run laws`. */
const { LAW_ORDERS, LAW_PLACED, LAW_ROUNDS, LAW_SEED } = process.env

type Runs = { numRuns: number; seed?: number }

/** Of orders that are only reckoned. */
export function reckoned(slice: number): Runs {
  return runs(Number(LAW_ORDERS ?? slice))
}

/** Of orders that are placed, in a database. */
export function placed(slice: number): Runs {
  return runs(Number(LAW_PLACED ?? slice))
}

/** How often a race for one thing is run. */
export const raceRounds = Array.from({ length: Number(LAW_ROUNDS ?? 1) }, (_, at) => at + 1)

function runs(numRuns: number): Runs {
  return { numRuns, ...(LAW_SEED && { seed: Number(LAW_SEED) }) }
}
