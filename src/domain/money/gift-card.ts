/** Gift cards: the printed and the comparable form of their code, and the amounts on sale. */

import { isTimeZone } from '../schedule.ts'
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

/** The time, or the reason why there is none, as a sentence for the buyer. */
export type SendTime = { at: Date; fault: null } | { at: null; fault: string }

/**
 * The time to send a gift card: now without a time or with a past one. An instant stays; a local time is read in the
 * zone, and is the first of the two where the clocks show it twice. Refuses a day or time that does not exist, and one
 * more than a year ahead.
 */
export function getSendTime(requestedTime: string | undefined, zone: string, now: Date): SendTime {
  if (!requestedTime) return { at: now, fault: null }
  const sendTime = parseSendTime(requestedTime, zone)
  if (sendTime.at && sendTime.at.getTime() > now.getTime() + MAX_WAIT_DAYS * DAY_MS)
    return { at: null, fault: 'Please choose a day within a year' }
  return sendTime.at && sendTime.at < now ? { at: now, fault: null } : sendTime
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(:\d\d)?$/

function parseSendTime(requestedTime: string, zone: string): SendTime {
  const day = (INSTANT.exec(requestedTime) ?? LOCAL.exec(requestedTime))?.[1]
  if (!day || !isTimeZone(zone)) return { at: null, fault: 'Please choose a day and a time' }
  if (!isDay(day)) return { at: null, fault: 'This day doesn’t exist. Please choose another one' }
  try {
    if (INSTANT.test(requestedTime)) return toSendTime(Temporal.Instant.from(requestedTime))
    const local = Temporal.PlainDateTime.from(requestedTime)
    const zoned = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
    if (zoned.toPlainDateTime().equals(local)) return toSendTime(zoned)
    return { at: null, fault: 'The clocks skip this time on that day. Please choose another one' }
  } catch {
    return { at: null, fault: 'Please choose a day and a time' }
  }
}

const toSendTime = ({ epochMilliseconds }: { epochMilliseconds: number }): SendTime => ({
  at: new Date(epochMilliseconds),
  fault: null,
})

/** Whether a day is in the calendar: not `2027-02-29`. Without `Temporal`, because browsers check it too. */
export function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
