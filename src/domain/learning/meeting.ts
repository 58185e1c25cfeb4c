/** Addresses of meetings. docs/contract §15. */
import { plainTyped } from '../typed-text.ts'

const MAX_LENGTH = 2000

/**
 * The address in its normal form, without what a copy added unseen. Null: not a public https address, so it is refused. A name and a password in it are
 * refused, because a browser would hide them.
 */
export function parseMeetingUrl(text: string): string | null {
  const address = plainTyped(text)
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return null
  const url = new URL(address)
  const isPublic = url.hostname.includes('.') && !url.hostname.endsWith('.')
  return url.protocol === 'https:' && !url.username && !url.password && isPublic ? url.href : null
}

/** The only part of the address that teachers see. */
export function getMeetingHost(url: string): string {
  return new URL(url).host
}
