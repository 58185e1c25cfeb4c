import { describe, expect, test } from 'vitest'
import { getCardScheme, groupExpiry, groupNumber } from './card.ts'
import { parseCard } from './parse-card.ts'

const now = new Date('2026-12-15T12:00:00Z')
const validInput = { number: '4242 4242 4242 4242', expiry: '08 / 29', cvc: '123' }

test('a card is parsed in the formats that people use', () => {
  expect(parseCard(validInput, now).card).toEqual({
    number: '4242424242424242',
    expMonth: 8,
    expYear: 2029,
    cvc: '123',
  })
  expect(parseCard({ ...validInput, expiry: '8/2029' }, now).card?.expYear).toBe(2029)
})

test('a card is valid until the end of its expiry month', () => {
  expect(parseCard({ ...validInput, expiry: '12/26' }, now).faults).toBeNull()
  expect(parseCard({ ...validInput, expiry: '11/26' }, now).faults).toEqual({ expiry: 'This card has expired' })
})

describe('a fault is reported at its field', () => {
  test.each([
    [{ number: '' }, { number: 'Card number is required' }],
    [{ number: '4242 4242 4242 4241' }, { number: 'Please check the card number' }],
    [{ number: '4242' }, { number: 'Please check the card number' }],
    [{ expiry: '' }, { expiry: 'Expiry date is required' }],
    [{ expiry: '13/29' }, { expiry: 'Please write it as MM / YY' }],
    [{ expiry: 'soon' }, { expiry: 'Please write it as MM / YY' }],
    [{ cvc: '' }, { cvc: 'Security code is required' }],
    [{ cvc: '12a' }, { cvc: 'Please check the security code' }],
  ])('%j: %j', (change, faults) => {
    expect(parseCard({ ...validInput, ...change }, now).faults).toEqual(faults)
  })
})

test('every sandbox test card is valid', () => {
  for (const number of [
    '4242424242424242',
    '4000000000000002',
    '4000000000009995',
    '4000002500003155',
    '4000000000000077',
  ]) {
    expect(parseCard({ ...validInput, number }, now).faults).toBeNull()
  }
})

test.each(['12/2030', '12/30', '1230', '122030', '2030-12', '2030/12', '12.2030', ' 12 / 30 ', '１２／３０'])(
  'an expiry pasted or filled in as %s is 12 / 30',
  (text) => {
    expect(groupExpiry(text, '')).toBe('12 / 30')
  },
)

test.each(['1230', '12/30', '12/2030', '12 / 30'])('an expiry typed as %s is 12 / 30', (text) => {
  expect([...text].reduce((shown, key) => groupExpiry(shown + key, shown), '')).toBe('12 / 30')
})

test('the first month of a year is read with one digit', () => {
  expect(groupExpiry('1/30', '')).toBe('01 / 30')
  expect([...'1/30'].reduce((shown, key) => groupExpiry(shown + key, shown), '')).toBe('01 / 30')
})

test('digits are grouped as on the card, and can be deleted', () => {
  expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(groupNumber('378282246310005')).toBe('3782 822463 10005')
  expect(groupExpiry('08', '0')).toBe('08 / ')
  expect(groupExpiry('08 /', '08 / ')).toBe('08')
  expect(groupExpiry('0829', '082')).toBe('08 / 29')
  expect(groupExpiry('0 / 29', '08 / 29')).toBe('0 / 29')
  expect([getCardScheme('4242'), getCardScheme('5555'), getCardScheme('3782'), getCardScheme('6011')]).toEqual([
    'VISA',
    'MC',
    'AMEX',
    null,
  ])
})
