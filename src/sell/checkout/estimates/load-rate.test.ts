import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { createMemoryStorage } from '../../../../tests/support/memory-storage.ts'
import { loadRateOf } from './load-rate.ts'
import { readRememberedRate } from './remembered-rate.ts'

const MEXICO = { countryCode: 'MX', name: 'Mexico', callingCode: '+52', currency: 'MXN' }
const GERMANY = { countryCode: 'DE', name: 'Germany', callingCode: '+49', currency: 'EUR' }
const UNITED_STATES = { countryCode: 'US', name: 'United States', callingCode: '+1', currency: 'USD' }
const PESOS = { currency: 'MXN', perUsd: '18.5', stepMinor: 10_000 }

const answering = (rate: object | null) =>
  ({ call: async () => ({ error: null, data: { data: { rate } } }) }) as unknown as Client
const unreachable = { call: async () => ({ error: 'Please try again.' }) } as unknown as Client

let storage: { session: ReturnType<typeof createMemoryStorage> }
beforeEach(async () => {
  storage = { session: createMemoryStorage() }
  await loadRateOf(answering(PESOS), storage, MEXICO)
  expect(readRememberedRate(storage.session)).toMatchObject(PESOS)
})

test('without a response the remembered rate is used for its own country', async () => {
  expect((await loadRateOf(unreachable, storage, MEXICO)).show).not.toBeNull()
  expect(readRememberedRate(storage.session, 'MX')).toMatchObject(PESOS)
})

test('without a response the rate of one country is neither shown nor remembered for another', async () => {
  expect(readRememberedRate(storage.session, 'DE')).toBeNull()
  expect((await loadRateOf(unreachable, storage, GERMANY)).show).toBeNull()
  expect(readRememberedRate(storage.session)).toBeNull()
})

test('the next pages have no estimate for a visitor who chose a country that pays in dollars', async () => {
  expect((await loadRateOf(unreachable, storage, UNITED_STATES)).show).toBeNull()
  expect(readRememberedRate(storage.session)).toBeNull()
})

test('a rate that does not say whose country it is for is not used', () => {
  storage.session.setItem('local_rate', JSON.stringify(PESOS))
  expect(readRememberedRate(storage.session)).toBeNull()
})
