/** Contract §3's bounds of a password, counted as the server counts: in characters, not in bytes. */
const SHORTEST = 8
const LONGEST = 128

export function passwordFault(password: string): string | null {
  const length = [...password].length
  if (length === 0) return 'Password is required'
  return length < SHORTEST || length > LONGEST ? `Use ${SHORTEST} to ${LONGEST} characters` : null
}
