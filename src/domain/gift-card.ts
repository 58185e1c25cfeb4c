/** Gift cards: their code, as it is printed and as it is compared, and what one may be bought for. */
import { type Money, toMajor } from './money.ts'
import { instantOf } from './schedule.ts'

/** What an order of a gift card is an order of: a course code that is never listed, dated or given. Specification §9. */
export const GIFT_CARD_CODE = 'GIFT'
/** How long an order of one waits for its payment. It holds no seat whose end would end it. */
export const MINUTES_TO_PAY = 15

/** Crockford's base 32: no letter that is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 16

/** How many random bytes a code is made of: one a character, of which 5 bits are used. 80 bits in all. */
export const CODE_BYTES = CHARACTERS

/** `GIFT-7K2M-…`, four times four characters. */
export function giftCardCode(random: Uint8Array): string {
  if (random.length !== CODE_BYTES) throw new RangeError(`bytes for a gift card code: ${random.length}`)
  const characters = Array.from(random, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return `GIFT-${characters.match(/.{4}/g)!.join('-')}`
}

/** However it was typed: without case, spaces, hyphens, and with O for 0 and I or L for 1. */
export function comparableCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** A card is bought for this much, in whole units of its currency. */
const LEAST = 10
const MOST = 1000
const DAY_MS = 24 * 60 * 60 * 1000
const LONGEST_WAIT_DAYS = 365

/** What is wrong with an amount, in a sentence for the buyer; null where a card can be bought for it. */
export function amountFault(amount: Money): string | null {
  const major = toMajor(amount)
  const isGood = Number.isInteger(major) && major >= LEAST && major <= MOST
  return isGood ? null : `Please choose a whole amount from ${LEAST} to ${MOST} ${amount.currency}`
}

/**
 * When a card is to be sent: at once without a time or with one that has passed; an instant as it is; a
 * wall time in the zone. Null where it is no time, or more than a year away.
 */
export function sendingTime(asked: string | undefined, zone: string, now: Date): Date | null {
  if (!asked) return now
  const at = instantFrom(asked, zone)
  if (!at || at.getTime() > now.getTime() + LONGEST_WAIT_DAYS * DAY_MS) return null
  return at < now ? now : at
}

function instantFrom(asked: string, zone: string): Date | null {
  try {
    if (!/(Z|[+-]\d\d:\d\d)$/.test(asked)) return instantOf(asked, zone)
    return new Date(Temporal.Instant.from(asked).epochMilliseconds)
  } catch {
    return null
  }
}
