/**
 * Friends that a buyer names for the other seats of an order. docs/contract §5. Seats without a name can be given
 * later.
 */
export type Friend = { email: string; name?: string | undefined }

/** The fault of a list of friends, as a sentence for the buyer; null when all can be invited. */
export function friendsFault(friends: readonly Friend[], seats: number, buyerEmail: string): string | null {
  if (friends.length > seats - 1) return `Please name at most ${seats - 1} ${seats === 2 ? 'friend' : 'friends'}`
  if (friends.some(({ email }) => email === buyerEmail)) return 'One of the friends has your own address'
  const hasDuplicates = new Set(friends.map(({ email }) => email)).size < friends.length
  return hasDuplicates ? 'Two friends have the same address' : null
}
