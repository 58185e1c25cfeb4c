import { expect, test } from 'vitest'
import { listChangedParts, toChange, toForm } from './cohort-fields.ts'

const NEW = {
  cohortCode: 'SKETCH-1',
  name: '',
  state: 'announced' as const,
  capacity: null,
  taken: 0,
  enrolled: 0,
  timezoneId: 'Europe/London',
  price: null,
  sessions: [],
}
const SESSION = {
  sessionId: 's',
  lessonKey: 'live-session',
  title: 'Live session',
  localStart: '2027-02-13T10:00:00',
  timezoneId: 'Europe/London',
  startsAt: '2027-02-13T10:00:00.000Z',
  endsAt: '2027-02-13T12:00:00.000Z',
  hasMeeting: false,
}

test('what is stored comes back as it was typed, and an untouched form changes nothing', () => {
  const stored = { ...NEW, state: 'open' as const, price: { amount: '45.00', currency: 'USD' }, sessions: [SESSION] }
  const form = toForm(stored)
  expect(form).toEqual({
    price: '45.00',
    isFree: false,
    day: '2027-02-13',
    start: '10:00',
    minutes: '120',
    zone: 'Europe/London',
    seats: '',
    hasNoLimit: true,
  })
  expect(listChangedParts(form, toForm(stored))).toEqual([])
})

test('only the parts that were touched are sent', () => {
  const form = { ...toForm(NEW), price: '45', seats: '12' }
  const parts = listChangedParts(form, toForm(NEW))
  expect(parts).toEqual(['price', 'seats'])
  expect(toChange(form, parts, 'live-session')).toEqual({ change: { price: '45', seats: 12 } })
  const dated = { ...form, day: '2027-02-13', start: '10:00', minutes: '120' }
  expect(toChange(dated, ['date'], 'live-session')).toEqual({
    change: {
      dates: {
        timezoneId: 'Europe/London',
        sessions: [{ lessonKey: 'live-session', localStart: '2027-02-13T10:00', minutes: 120 }],
      },
    },
  })
})

test('a price and seats with what a copy added unseen are read as they were meant', () => {
  const form = { ...toForm(NEW), price: '４５\u200b', seats: '１２\u200b' }
  expect(toChange(form, ['price', 'seats'], 'live-session')).toEqual({ change: { price: '45', seats: 12 } })
})

test('a missing or impossible value is a fault at its field', () => {
  const form = toForm(NEW)
  expect(toChange({ ...form, price: '-1' }, ['price'], 'x')).toEqual({
    faults: { price: 'Please enter an amount such as 45 or 45.50' },
  })
  expect(toChange({ ...form, price: '0' }, ['price'], 'x')).toHaveProperty('faults.price')
  expect(toChange({ ...form, seats: '1.5' }, ['seats'], 'x')).toEqual({
    faults: { seats: 'Please enter a whole number' },
  })
  expect(toChange({ ...form, day: '2027-02-13' }, ['date'], 'x')).toEqual({ faults: { start: 'Time is required' } })
  expect(toChange({ ...form, isFree: true }, ['price'], 'x')).toEqual({ change: { price: '0' } })
})
