/** What a password must be: long enough to keep, short enough to hash. No rules about its characters (NIST SP 800-63B). */

const SHORTEST = 8
const LONGEST = 128

/** What is wrong with a password as typed, counted in characters, or null. */
export function passwordFault(password: string): string | null {
  const length = [...password].length
  if (length === 0) return 'Password is required'
  return length < SHORTEST || length > LONGEST ? `Use ${SHORTEST} to ${LONGEST} characters` : null
}
