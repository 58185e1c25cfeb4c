/**
 * Who somebody from a provider of social log-in is here, when that provider has not named them before.
 * An address is believed at once only where the provider proved it and answers for it; otherwise the
 * mailbox is asked, once. Accounts were taken over elsewhere by less. Contract §3.
 */

/** What is told of the address. */
export type Vouched = { email: string | null; emailVerified: boolean; isAuthoritative: boolean }

/** The person who has the address here. */
export type Holder = { isVerified: boolean; isAdmin: boolean; hasSecondFactor: boolean }

export type Linking =
  | { action: 'create' }
  | { action: 'link' }
  /** The address was never proved here: who holds it now takes it, and what was set before, password and sessions, ends. */
  | { action: 'adopt' }
  /** A mail asks the holder of the address. */
  | { action: 'prove' }
  | { action: 'refuse'; reason: string }

export function linking(vouched: Vouched, holder: Holder | null): Linking {
  if (vouched.email === null) return { action: 'refuse', reason: 'the provider told no address' }
  if (holder?.isAdmin) return { action: 'refuse', reason: 'a community admin logs in with a password' }
  // A mailbox, or a provider never seen before, must not be a way round the code.
  if (holder?.hasSecondFactor) return { action: 'refuse', reason: 'the account asks for a second factor' }
  if (!vouched.emailVerified || !vouched.isAuthoritative) return { action: 'prove' }
  if (!holder) return { action: 'create' }
  return { action: holder.isVerified ? 'link' : 'adopt' }
}
