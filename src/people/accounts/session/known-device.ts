/**
 * Marks a browser that has logged in before. Its attempts have their own counter, so a stranger's wrong passwords
 * lock the owner out only on devices that are new to the account. docs/contract §2.
 */
import type { Secrets } from '#platform/secrets.ts'

const DEVICE_COOKIE = '__Host-device'
const MAX_AGE_SECONDS = 180 * 24 * 3600

/** The cookie contains no name or address: it is a random id, signed together with the account's address. */
export function createDeviceCookie(secrets: Secrets, email: string): string {
  const value = signId(secrets, secrets.newToken(), email)
  return `${DEVICE_COOKIE}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_SECONDS}`
}

/** The device id, or null if this browser has not logged in to the account of this address. */
export function readDeviceCookie(secrets: Secrets, cookies: string | undefined, email: string): string | null {
  const start = `${DEVICE_COOKIE}=`
  const value = (cookies ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
  const [id, mac, ...extraParts] = value?.split('.') ?? []
  if (!id || !mac || extraParts.length > 0) return null
  return secrets.isMac('known-device', `${id} ${email}`, mac) ? id : null
}

function signId(secrets: Secrets, id: string, email: string): string {
  return `${id}.${secrets.mac('known-device', `${id} ${email}`).toString('base64url')}`
}
