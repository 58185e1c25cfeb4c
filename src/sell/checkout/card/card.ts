import { trimEnd } from '#domain/trim.ts'
import { plainTyped } from '#domain/typed-text.ts'

/** The fields of a card. Card numbers are sent only to the provider. */
export type CardInput = { number: string; expiry: string; cvc: string }
export type Card = { number: string; expMonth: number; expYear: number; cvc: string }
export type CardFaults = Partial<Record<keyof CardInput, string>>

/** Groups the digits as printed on the card. */
export function groupNumber(text: string): string {
  const digits = plainTyped(text).replace(/\D/g, '').slice(0, 19)
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

/** Inserts the slash: `0829`, `8/29`, `08/2029` and `2029-08` become `08 / 29`. */
export function groupExpiry(text: string, previous: string): string {
  if (text.length < previous.length) return trimEnd(text, (character) => character === '/' || character === ' ')
  const [month = '', year] = splitExpiry(plainTyped(text))
  if (year === undefined) return month
  return `${month.padStart(2, '0')} / ${/^20\d\d/.test(year) ? year.slice(2, 4) : year.slice(0, 4)}`
}

function splitExpiry(text: string): string[] {
  const parts = text.split(/\D+/).filter((part, position) => part !== '' || position > 0)
  const [first = '', second] = parts
  if (second !== undefined) return first.length === 4 ? [second, first] : [first, second]
  return first.length < 2 ? [first] : [first.slice(0, 2), first.slice(2)]
}

export function getCardScheme(number: string): string | null {
  if (/^4/.test(number)) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MC'
  return /^3[47]/.test(number) ? 'AMEX' : null
}
