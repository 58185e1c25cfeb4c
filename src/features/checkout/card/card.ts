/** The fields of a card. Card numbers are sent only to the provider. */
export type CardInput = { number: string; expiry: string; cvc: string }
export type Card = { number: string; expMonth: number; expYear: number; cvc: string }
export type CardFaults = Partial<Record<keyof CardInput, string>>

/** Groups the digits as printed on the card. */
export function groupNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19)
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

/** Inserts the slash: `0829` becomes `08 / 29`. */
export function groupExpiry(text: string, previous: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  const isDeleting = text.length < previous.length
  return digits.length > 2 || (digits.length === 2 && !isDeleting)
    ? `${digits.slice(0, 2)} / ${digits.slice(2)}`
    : digits
}

export function getCardScheme(number: string): string | null {
  if (/^4/.test(number)) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MC'
  return /^3[47]/.test(number) ? 'AMEX' : null
}
