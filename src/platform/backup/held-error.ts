/** The error of a call that would take or return money during a hold. */

const CODE = 'INSTALLATION_HELD'

/** Thrown instead of the call. The caller's job or round tries it again. */
export class HeldError extends Error {
  readonly code = CODE

  constructor() {
    super('This installation was restored from a backup and is held: npm run u -- release-hold')
  }
}

/** By the code: the built program has a copy of the class, and the one that starts it another. */
export function isHeldError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === CODE
}
