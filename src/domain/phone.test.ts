import { expect, test } from 'vitest'
import { readPhone } from './phone.ts'

test.each([
  { text: '+63 917 123 4567', country: null, number: '+639171234567', why: 'written for everywhere' },
  { text: '0917 123 4567', country: 'PH', number: '+639171234567', why: 'as it is dialled at home' },
  { text: '0917 123 4567', country: 'ph', number: '+639171234567', why: 'a country in lower case' },
  { text: '+44 20 7946 0958', country: 'PH', number: '+442079460958', why: 'a foreign number while at home elsewhere' },
  { text: '0917 123 4567', country: null, number: null, why: 'national, and no country' },
  { text: '0917 123 4567', country: 'XX', number: null, why: 'national, and no such country' },
  { text: '+63 1', country: null, number: null, why: 'too short' },
  { text: 'call +63 917 123 4567 at noon', country: null, number: null, why: 'a sentence' },
  { text: 'hello', country: 'US', number: null, why: 'a word' },
  { text: '', country: 'US', number: null, why: 'nothing' },
])('a phone number (§2): $why', ({ text, country, number }) => {
  expect(readPhone(text, country)).toBe(number)
})
