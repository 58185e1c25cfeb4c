/** The open offer of a mailed link, for a checkout that uses its seats. */
import type { Deps } from '#http/deps.ts'
import { findOfferByLink } from './queries.ts'

export type UsableOffer = { id: string; seats: number }

/** Null without a token, and when the offer is not open or is for another cohort. */
export async function findUsableOffer(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  token: string | undefined,
  cohortCode: string,
): Promise<UsableOffer | null> {
  if (!token) return null
  return (await findOfferByLink(db, secrets.hash(token), { cohortCode, now: clock() })) ?? null
}
