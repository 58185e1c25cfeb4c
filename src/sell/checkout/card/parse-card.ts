/** Validates the card fields before any request. */
import { plainTyped } from '#domain/typed-text.ts'
import type { Card, CardFaults, CardInput } from './card.ts'

export function parseCard(
  input: CardInput,
  now: Date,
): { card: Card; faults: null } | { card: null; faults: CardFaults } {
  const number = plainTyped(input.number).replace(/\D/g, '')
  const [, month, year] = /^(\d{1,2})\s*(?:\/\s*)?(\d{2}|\d{4})$/.exec(input.expiry.trim()) ?? []
  const expMonth = Number(month)
  const expYear = 2000 + (Number(year) % 100)
  const cvc = plainTyped(input.cvc)

  const faults: CardFaults = {}
  if (number === '') faults.number = 'Card number is required'
  else if (number.length < 12 || number.length > 19 || !passesLuhnCheck(number))
    faults.number = 'Please check the card number'
  if (input.expiry.trim() === '') faults.expiry = 'Expiry date is required'
  else if (!month || expMonth < 1 || expMonth > 12) faults.expiry = 'Please write it as MM / YY'
  else if (Date.UTC(expYear, expMonth, 1) <= now.getTime()) faults.expiry = 'This card has expired'
  if (!/^\d{3,4}$/.test(cvc)) faults.cvc = cvc === '' ? 'Security code is required' : 'Please check the security code'

  return Object.keys(faults).length > 0
    ? { card: null, faults }
    : { card: { number, expMonth, expYear, cvc }, faults: null }
}

/** Luhn check, ISO/IEC 7812-1. */
function passesLuhnCheck(digits: string): boolean {
  let sum = 0
  for (let position = 0; position < digits.length; position++) {
    const digit = Number(digits[digits.length - 1 - position])
    const value = position % 2 === 0 ? digit : digit * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
