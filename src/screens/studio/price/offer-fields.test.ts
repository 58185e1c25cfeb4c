import { expect, test } from 'vitest'
import { listChangedParts, toChange, toForm, toPricedOffer } from './offer-fields.ts'

const ZONE = 'Europe/London'
const OFFER = {
  offerCode: 'NG-2027-01',
  name: '',
  price: { amount: '399.00', currency: 'USD' },
  before: { amount: '499.00', currency: 'USD' },
  early: { price: { amount: '349.00', currency: 'USD' }, endsAt: '2026-12-31T23:59:30.000Z' },
  deposit: { amount: '99.00', currency: 'USD' },
  expiresAt: null,
  quotes: null,
}
const stored = toForm(OFFER, ZONE)

test('a form that nobody touched changes nothing', () => {
  expect(listChangedParts(stored, stored)).toEqual([])
  expect(toChange(stored, stored)).toEqual({ change: {} })
})

test('only the parts that differ are sent', () => {
  expect(toChange({ ...stored, price: '€410' }, stored)).toHaveProperty('faults.price')
  expect(toChange({ ...stored, price: '$410' }, stored)).toEqual({ change: { price: '410' } })
  expect(toChange({ ...stored, deposit: '50,50' }, stored)).toEqual({ change: { deposit: '50.50' } })
  expect(toChange({ ...stored, endDay: '2027-01-02' }, stored)).toEqual({
    change: { early: { price: '349.00', endsAtLocal: '2027-01-02T23:59' } },
  })
  expect(toChange({ ...stored, hasEarly: false, early: 'nothing' }, stored)).toEqual({ change: { early: null } })
  expect(toChange({ ...stored, hasDeposit: false }, stored)).toEqual({ change: { deposit: null } })
  expect(toChange({ ...stored, before: ' ' }, stored)).toEqual({ change: { before: null } })
})

test('a free offer has no early price and no deposit', () => {
  expect(toChange({ ...stored, isFree: true }, stored)).toEqual({ change: { price: '0', early: null, deposit: null } })
})

test('amounts that contradict each other are refused before they are sent', () => {
  expect(toChange({ ...stored, early: '399' }, stored)).toHaveProperty('faults.early')
  expect(toChange({ ...stored, deposit: '349' }, stored)).toHaveProperty('faults.deposit')
  expect(toChange({ ...stored, before: '399' }, stored)).toHaveProperty('faults.before')
  expect(toChange({ ...stored, price: '0' }, stored)).toHaveProperty('faults.price')
})

test('the offer that a buyer will see has the amounts of the form', () => {
  expect(toPricedOffer({ ...stored, early: '300' }, stored, ZONE)).toMatchObject({
    price: { price: { minor: 39_900 }, discountPrice: { minor: 30_000 }, deposit: { minor: 9_900 } },
    beforePrice: { minor: 49_900 },
  })
  expect(toPricedOffer({ ...stored, early: 'x' }, stored, ZONE)).toBeNull()
})
