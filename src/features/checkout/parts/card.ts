/** What is wrong with a card as typed, found before anybody is asked. The numbers go to the provider alone. */
export type CardTyped = { number: string; expiry: string; cvc: string }
export type Card = { number: string; expMonth: number; expYear: number; cvc: string }
export type CardFaults = Partial<Record<keyof CardTyped, string>>

export function readCard(
  typed: CardTyped,
  now: Date,
): { card: Card; faults: null } | { card: null; faults: CardFaults } {
  const number = typed.number.replace(/\D/g, '')
  const [, month, year] = /^(\d{1,2})\s*(?:\/\s*)?(\d{2}|\d{4})$/.exec(typed.expiry.trim()) ?? []
  const expMonth = Number(month)
  const expYear = 2000 + (Number(year) % 100)
  const cvc = typed.cvc.trim()

  const faults: CardFaults = {}
  if (number === '') faults.number = 'Card number is required'
  else if (number.length < 12 || number.length > 19 || !addsUp(number)) faults.number = 'Please check the card number'
  if (typed.expiry.trim() === '') faults.expiry = 'Expiry date is required'
  else if (!month || expMonth < 1 || expMonth > 12) faults.expiry = 'Please write it as MM / YY'
  else if (Date.UTC(expYear, expMonth, 1) <= now.getTime()) faults.expiry = 'This card has expired'
  if (!/^\d{3,4}$/.test(cvc)) faults.cvc = cvc === '' ? 'Security code is required' : 'Please check the security code'

  return Object.keys(faults).length > 0
    ? { card: null, faults }
    : { card: { number, expMonth, expYear, cvc }, faults: null }
}

/** Groups the digits as they stand on the card. */
export function groupNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19)
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

/** Puts the stroke in by itself: `0829` reads `08 / 29`. */
export function groupExpiry(text: string, before: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  const isDeleting = text.length < before.length
  return digits.length > 2 || (digits.length === 2 && !isDeleting)
    ? `${digits.slice(0, 2)} / ${digits.slice(2)}`
    : digits
}

export function schemeOf(number: string): string | null {
  if (/^4/.test(number)) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MC'
  return /^3[47]/.test(number) ? 'AMEX' : null
}

/** ISO/IEC 7812-1, the Luhn formula. */
function addsUp(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const value = place % 2 === 0 ? digit : digit * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
