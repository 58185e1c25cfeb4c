/**
 * Decides which account a new social log-in belongs to. An address is trusted at once only when the provider verified
 * it and is authoritative for it. Otherwise we e-mail the address for confirmation, once. Weaker rules have led to
 * account takeovers elsewhere. docs/contract §3.
 */

/** The provider's statement about the address. */
export type ProviderEmail = { email: string | null; emailVerified: boolean; isAuthoritative: boolean }

/** The person who has this address in our database. */
export type AccountHolder = { isVerified: boolean; isAdmin: boolean; hasSecondFactor: boolean }

export type LinkDecision =
  | { action: 'create' }
  | { action: 'link' }
  /** The address was never verified here: the new owner takes the account, and its old password and sessions end. */
  | { action: 'adopt' }
  /** An e-mail asks the owner of the address to confirm. */
  | { action: 'prove' }
  | { action: 'refuse'; reason: string }

export function decideLinking(providerEmail: ProviderEmail, holder: AccountHolder | null): LinkDecision {
  if (providerEmail.email === null) return { action: 'refuse', reason: 'the provider told no address' }
  if (holder?.isAdmin) return { action: 'refuse', reason: 'a community admin logs in with a password' }
  // A mailbox, or a new provider, must not bypass the second factor.
  if (holder?.hasSecondFactor) return { action: 'refuse', reason: 'the account asks for a second factor' }
  if (!providerEmail.emailVerified || !providerEmail.isAuthoritative) return { action: 'prove' }
  if (!holder) return { action: 'create' }
  return { action: holder.isVerified ? 'link' : 'adopt' }
}
