import { expect, test } from 'vitest'
import { giveWay, withoutOwnCard } from '../card/own-card-choice.ts'
import { getPayMethod, type PayChoice } from './pay-choice.ts'

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
  const comesBack = (choice: PayChoice) => shown({ ...withoutOwnCard(choice), ownCard })
  for (const method of ['card', 'paypal', 'own-card'] as const) expect(comesBack({ method, ownCard })).toBe(method)
  expect(shown(giveWay({ method: 'own-card', ownCard }))).toBe('card')
  expect(shown(giveWay({ method: null, ownCard }))).toBe('card')
  expect(shown(giveWay({ method: 'paypal', ownCard }))).toBe('paypal')
})
