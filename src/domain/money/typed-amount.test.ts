import { expect, test } from 'vitest'
import { plainAmount } from './typed-amount.ts'

test.each([
  ['50', '50'],
  ['５０', '50'],
  ['50\u200b', '50'],
  ['\u202a$50\u202c', '50'],
  ['US$50', '50'],
  ['50 USD', '50'],
  ['＄５０．５０', '50.50'],
  ['45,50', '45.50'],
  ['1,200', '1200'],
  ['1.200,50', '1200.50'],
  [' 1 200.5 USD', '1200.5'],
  ['1,200,50', '1,200,50'],
  ['1,5000', '1,5000'],
  ['€50', '€50'],
  ['', ''],
])('%j is the amount %j', (typed, amount) => {
  expect(plainAmount(typed)).toBe(amount)
})
