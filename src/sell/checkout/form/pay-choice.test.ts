import { expect, test } from 'vitest'
import { changeChoice, getPayMethod, type PayChoice } from './pay-choice.ts'

const reusableCard = {
  reusableCardId: 'card-1',
  brand: 'Visa',
  last4: '4242',
  expires: { month: 12, year: 2040 },
  isExpired: false,
  isPayable: true,
}
const shown = (choice: PayChoice, hasPaypal = true) => getPayMethod(choice, hasPaypal)

test('a saved card that comes late is the choice only while the buyer has made none', () => {
  expect(shown({ method: null, reusableCard: null })).toBe('card')
  expect(shown({ method: null, reusableCard })).toBe('reusable-card')
  expect(shown({ method: null, reusableCard: { ...reusableCard, isExpired: true } })).toBe('card')
  expect(shown({ method: 'card', reusableCard })).toBe('card')
  expect(shown({ method: 'paypal', reusableCard })).toBe('paypal')
  expect(shown({ method: 'paypal', reusableCard }, false)).toBe('card')
})

test('a site without cards has PayPal as its only choice', () => {
  for (const method of ['card', 'paypal', null] as const)
    expect(getPayMethod({ method, reusableCard: null }, true, false)).toBe('paypal')
})

test('the buyer’s choice stays when the saved card’s row is removed and shown again', () => {
  for (const method of ['card', 'paypal', 'reusable-card', null] as const) {
    const gone = changeChoice({ method, reusableCard }, { reusableCard: null })
    expect(shown(gone)).toBe(method === 'paypal' ? method : 'card')
    expect(shown(changeChoice(gone, { reusableCard }))).toBe(method ?? 'reusable-card')
  }
  const afterTyping = changeChoice({ method: 'reusable-card', reusableCard: null }, { method: 'card' })
  expect(shown(changeChoice(afterTyping, { reusableCard }))).toBe('card')
})
