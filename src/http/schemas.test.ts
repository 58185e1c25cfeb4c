import { expect, test } from 'vitest'
import { Code, Email, OneTimeCode, PersonName, PhoneText } from './schemas.ts'

test('a call reads a copied code, address or number as it was meant', () => {
  for (const typed of ['EARLY-10', '\u200bearly-10', 'EARLY–10', 'ＥＡＲＬＹ－１０', ' early\u00ad-10\ufeff'])
    expect(Code.parse(typed)).toBe('EARLY-10')
  expect(Email.parse('\u2060Ana@Example.test')).toBe('ana@example.test')
  expect(OneTimeCode.parse('１２３ ４５６\u200e')).toBe('123 456')
  expect(OneTimeCode.parse('abcd‑efgh')).toBe('abcd-efgh')
  expect(PhoneText.parse('tel:+63 917')).toBe('+63 917')
})

test.each([
  ['علی‌رضا', 'علی‌رضا'],
  ['ශ්‍රීමති', 'ශ්‍රීමති'],
  ['👩‍🎨 Ana', '👩‍🎨 Ana'],
  ['👩🏽‍🎨 Ana ❤️‍🔥', '👩🏽‍🎨 Ana ❤️‍🔥'],
  ['\u200bAna\u200d \u202eCruz\u200c', 'Ana Cruz'],
  ['Ana\nCruz\u0000', 'Ana Cruz'],
])('the name %j is stored as %j', (typed, name) => {
  expect(PersonName.parse(typed)).toBe(name)
})
