/**
 * Marks a browser in which somebody has logged in before. Guesses from it are counted apart, so that a stranger's wrong
 * passwords lock the owner out nowhere else than on devices that are new to the account. Invariant S8.
 */
import type { Secrets } from '#platform/secrets.ts'

const NAME = '__Host-device'
const MAX_AGE_SECONDS = 180 * 24 * 3600

/** The cookie names nobody: a random id, signed together with the account's address. */
export function createDeviceCookie(secrets: Secrets, email: string): string {
  const value = signId(secrets, secrets.newToken(), email)
  return `${NAME}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_SECONDS}`
}

/** The device's id, or null where this browser has not logged in to the account of this address. */
export function readDeviceCookie(secrets: Secrets, cookies: string | undefined, email: string): string | null {
  const start = `${NAME}=`
  const value = (cookies ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
  const [id, mac, ...more] = value?.split('.') ?? []
  if (!id || !mac || more.length > 0) return null
  return secrets.isMac('known-device', `${id} ${email}`, mac) ? id : null
}

function signId(secrets: Secrets, id: string, email: string): string {
  return `${id}.${secrets.mac('known-device', `${id} ${email}`).toString('base64url')}`
}
