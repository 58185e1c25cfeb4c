/** Gift cards: the printed and the comparable form of their code, and the amounts on sale. */

import { toInstant } from '../schedule.ts'
import { type Money, toMajor } from './money.ts'

/** Minutes until an unpaid gift-card order expires. It has no seat hold that could end it. */
export const GIFT_CARD_PAYMENT_MINUTES = 15

/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 16

/** Random bytes of a code: one per character, of which 5 bits are used. 80 bits in all. */
export const CODE_BYTES = CHARACTERS

/** `GIFT-7K2M-…`: four groups of four characters. */
export function createGiftCardCode(random: Uint8Array): string {
  if (random.length !== CODE_BYTES) throw new RangeError(`bytes for a gift card code: ${random.length}`)
  const characters = Array.from(random, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return `GIFT-${characters.match(/.{4}/g)!.join('-')}`
}

/** The form in which typed codes are compared: no case, spaces or hyphens, O as 0, and I or L as 1. */
export function normaliseGiftCardCode(input: string): string {
  return input
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** Limits of a gift card's amount, in whole units of its currency. */
const MIN_AMOUNT = 10
const MAX_AMOUNT = 1000
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_WAIT_DAYS = 365

/** The fault of an amount, as a sentence for the buyer; null when a card can be bought for it. */
export function amountFault(amount: Money): string | null {
  const major = toMajor(amount)
  const isValid = Number.isInteger(major) && major >= MIN_AMOUNT && major <= MAX_AMOUNT
  return isValid ? null : `Please choose a whole amount from ${MIN_AMOUNT} to ${MAX_AMOUNT} ${amount.currency}`
}

/**
 * The time to send a gift card: now without a time or with a past one. An instant stays; a local time is read in the
 * zone. Null for an invalid time or one more than a year ahead.
 */
export function getSendTime(requestedTime: string | undefined, zone: string, now: Date): Date | null {
  if (!requestedTime) return now
  const at = parseSendTime(requestedTime, zone)
  if (!at || at.getTime() > now.getTime() + MAX_WAIT_DAYS * DAY_MS) return null
  return at < now ? now : at
}

function parseSendTime(requestedTime: string, zone: string): Date | null {
  try {
    if (!/(Z|[+-]\d\d:\d\d)$/.test(requestedTime)) return toInstant(requestedTime, zone)
    return new Date(Temporal.Instant.from(requestedTime).epochMilliseconds)
  } catch {
    return null
  }
}
