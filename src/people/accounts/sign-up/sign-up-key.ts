/**
 * Links a sign-up to the browser that sent it. The response contains the key and the e-mail does not. A browser with
 * both proves that its user reads the mailbox and chose the password. The key is the signed id of the sign-up.
 */
import type { Secrets } from '#platform/secrets.ts'

export function createSignUpKey(secrets: Secrets, signUpId: string): string {
  return `${signUpId}.${secrets.mac('sign-up-key', signUpId).toString('base64url')}`
}

/** The id of the sign-up, or null if the signature of the key is invalid. */
export function readSignUpKey(secrets: Secrets, key: string | undefined): string | null {
  const [, signUpId, mac] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(key ?? '') ?? []
  if (!signUpId || !mac) return null
  return secrets.isMac('sign-up-key', signUpId, mac) ? signUpId : null
}
