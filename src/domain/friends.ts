/** The friends that a buyer names for the other seats of an order. Contract §5; those not named yet come later. */
export type Friend = { email: string; name?: string | undefined }

/** What is wrong with them, in a sentence for the buyer; null where they can be invited. */
export function friendsFault(friends: readonly Friend[], seats: number, buyerEmail: string): string | null {
  if (friends.length > seats - 1) return `Please name at most ${seats - 1} ${seats === 2 ? 'friend' : 'friends'}`
  if (friends.some(({ email }) => email === buyerEmail)) return 'One of the friends has your own address'
  const isTwice = new Set(friends.map(({ email }) => email)).size < friends.length
  return isTwice ? 'Two friends have the same address' : null
}
