/** Password rules: only a minimum and a maximum length, no rules about characters (NIST SP 800-63B). The maximum bounds the hashing time. */

const MIN_LENGTH = 8
const MAX_LENGTH = 128

/** The fault of a typed password, or null. The length is counted in characters. */
export function passwordFault(password: string): string | null {
  const length = [...password].length
  if (length === 0) return 'Password is required'
  if (length < MIN_LENGTH) return `At least ${MIN_LENGTH} characters`
  return length > MAX_LENGTH ? `At most ${MAX_LENGTH} characters` : null
}
