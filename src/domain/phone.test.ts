import { expect, test } from 'vitest'
import { parsePhone } from './phone.ts'

test.each([
  { text: '+63 917 123 4567', country: null, number: '+639171234567', why: 'in international form' },
  { text: '0917 123 4567', country: 'PH', number: '+639171234567', why: 'in national form' },
  { text: '0917 123 4567', country: 'ph', number: '+639171234567', why: 'a country in lower case' },
  { text: '+44 20 7946 0958', country: 'PH', number: '+442079460958', why: 'a foreign number' },
  { text: '\u202a+63 917–123‑4567\u202c', country: null, number: '+639171234567', why: 'copied from a web page' },
  { text: 'tel:＋６３ ９１７ １２３ ４５６７', country: null, number: '+639171234567', why: 'of a link, full-width' },
  { text: '٠٩١٧١٢٣٤٥٦٧', country: 'PH', number: '+639171234567', why: 'in Arabic digits' },
  { text: '0917 123 4567', country: null, number: null, why: 'in national form, without a country' },
  { text: '0917 123 4567', country: 'XX', number: null, why: 'in national form, with an unknown country' },
  { text: '+63 1', country: null, number: null, why: 'too short' },
  { text: 'call +63 917 123 4567 at noon', country: null, number: null, why: 'a sentence' },
  { text: 'hello', country: 'US', number: null, why: 'a word' },
  { text: '', country: 'US', number: null, why: 'nothing' },
])('a phone number (docs/contract §2): $why', ({ text, country, number }) => {
  expect(parsePhone(text, country)).toBe(number)
})
