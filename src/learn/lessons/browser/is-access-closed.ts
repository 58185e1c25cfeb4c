/** Refusals of a person whose access to the course is closed: ended, on hold, over, or waiting for a balance. */
const CODES = ['ACCESS_ENDED', 'ACCESS_FROZEN', 'ACCESS_OVER', 'BALANCE_DUE']

export function isAccessClosed(errorCode: string | null): boolean {
  return errorCode !== null && CODES.includes(errorCode)
}
