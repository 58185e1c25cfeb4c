/**
 * The state machine of a waitlist offer: seats held for one person of the waitlist. It ends once. docs/contract §4.
 */
export type WaitlistOfferState = 'offered' | 'claimed' | 'declined' | 'expired' | 'withdrawn'
export type WaitlistOfferEvent = 'paid' | 'declined' | 'expired' | 'withdrawn'

export const WAITLIST_OFFER_TRANSITIONS: {
  readonly [S in WaitlistOfferState]: { readonly [E in WaitlistOfferEvent]?: WaitlistOfferState }
} = {
  offered: { paid: 'claimed', declined: 'declined', expired: 'expired', withdrawn: 'withdrawn' },
  claimed: {},
  declined: {},
  expired: {},
  withdrawn: {},
}

const OFFER_MS = 24 * 60 * 60 * 1000

/** When an offer made now expires: after 24 hours, and never after enrolment closes. */
export function getOfferEnd(now: Date, enrolClosesAt: Date | null): Date {
  const end = new Date(now.getTime() + OFFER_MS)
  return enrolClosesAt && enrolClosesAt < end ? enrolClosesAt : end
}

export type WaitingParty = { entryId: number; seats: number }

/**
 * The parties that get an offer, in the order of the waitlist: the first that fits the free seats, then the next that
 * fits the rest. Afterwards nobody who is left fits.
 * @param freeSeats null without a limit
 */
export function chooseParties<Party extends WaitingParty>(
  freeSeats: number | null,
  waiting: readonly Party[],
): Party[] {
  let rest = freeSeats ?? Number.POSITIVE_INFINITY
  return waiting.filter(({ seats }) => {
    if (seats > rest) return false
    rest -= seats
    return true
  })
}
