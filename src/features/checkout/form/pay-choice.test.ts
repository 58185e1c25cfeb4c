import { expect, test } from 'vitest'
import { changeChoice, getPayMethod, type PayChoice } from './pay-choice.ts'

const ownCard = {
  reusableCardId: 'card-1',
  brand: 'Visa',
  last4: '4242',
  expires: { month: 12, year: 2040 },
  isExpired: false,
  isPayable: true,
}
const shown = (choice: PayChoice, hasPaypal = true) => getPayMethod(choice, hasPaypal)

test('a saved card that comes late is the choice only while the buyer has made none', () => {
  expect(shown({ method: null, ownCard: null })).toBe('card')
  expect(shown({ method: null, ownCard })).toBe('own-card')
  expect(shown({ method: null, ownCard: { ...ownCard, isExpired: true } })).toBe('card')
  expect(shown({ method: 'card', ownCard })).toBe('card')
  expect(shown({ method: 'paypal', ownCard })).toBe('paypal')
  expect(shown({ method: 'paypal', ownCard }, false)).toBe('card')
})

test('the card’s row goes and comes back without a change of the buyer’s own choice', () => {
  for (const method of ['card', 'paypal', 'own-card', null] as const) {
    const gone = changeChoice({ method, ownCard }, { ownCard: null })
    expect(shown(gone)).toBe(method === 'paypal' ? method : 'card')
    expect(shown(changeChoice(gone, { ownCard }))).toBe(method ?? 'own-card')
  }
  const afterTyping = changeChoice({ method: 'own-card', ownCard: null }, { method: 'card' })
  expect(shown(changeChoice(afterTyping, { ownCard }))).toBe('card')
})
