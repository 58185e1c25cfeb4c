/**
 * Ties a sign-up to the browser that sent it. The sign-up's answer carries the key, the mail does not: whoever shows
 * both reads the mailbox and also typed the password. Nothing is stored; the key is the sign-up's id, signed.
 */
import type { Secrets } from '#platform/secrets.ts'

export function createSignUpKey(secrets: Secrets, signUpId: string): string {
  return `${signUpId}.${secrets.mac('sign-up-key', signUpId).toString('base64url')}`
}

/** The id of the sign-up, or null where the key is not one of ours. */
export function readSignUpKey(secrets: Secrets, key: string | undefined): string | null {
  const [, signUpId, mac] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(key ?? '') ?? []
  if (!signUpId || !mac) return null
  return secrets.isMac('sign-up-key', signUpId, mac) ? signUpId : null
}
