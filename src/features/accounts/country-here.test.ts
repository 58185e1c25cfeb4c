import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { openPlaces } from '#platform/places.ts'
import { openApi } from '../../../tests/api.ts'
import { type Identity, openIdentity } from '../../../tests/identity.ts'
import { mmdbOf } from '../../../tests/mmdb.ts'

const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry', DEFAULT_COUNTRY: 'SG' }

let own: Identity
let learner: { authorization: string }
beforeAll(async () => {
  const database = join(await mkdtemp(join(tmpdir(), 'understudy-here-')), 'countries.mmdb')
  await writeFile(database, mmdbOf({ '127.0.0.0/8': 'JP' }))
  const config = readConfig({ ...SETTINGS, COUNTRY_DATABASE: database })
  const places = await openPlaces(config)
  own = await openIdentity((world) => ({ ...world, config, places }))
  const email = await own.known()
  await own.world.db.updateTable('person').set({ country_code: 'GB' }).where('email', '=', email).execute()
  learner = await own.as(email)
})
afterAll(() => own.close())

const cookie = (value: string) => ({ cookie: `other=1; ${value}` })
const proxy = (country: string) => ({ 'cf-ipcountry': country })
const speaks = (languages: string) => ({ 'accept-language': languages })

async function here(headers: Record<string, string>, query = '', api = own.api) {
  const { status, body } = await api.call(`/api/v1/get-country-data${query}`, { headers })
  expect(status).toBe(200)
  return body.data.current
}

describe('get-country-data (contract §5): who knows best is believed', () => {
  const all = () => ({ ...cookie('country=PH'), ...proxy('DE'), ...speaks('en-AU') })

  test('first the profile of whoever is signed in', async () => {
    expect(await here({ ...learner, ...all() }, '?timezoneId=Asia/Manila')).toEqual({
      countryCode: 'GB',
      name: 'United Kingdom',
      callingCode: '+44',
      currency: 'GBP',
      timezoneId: 'Asia/Manila',
      source: 'profile',
    })
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['then the country that was chosen', all(), 'PH', 'cookie'],
    ['a cookie of no country is passed over', { ...all(), ...cookie('country=zz') }, 'DE', 'proxy'],
    ['a cookie of nonsense too', { ...all(), ...cookie('country=%00;country') }, 'DE', 'proxy'],
    ['a cookie in small letters counts', { ...all(), ...cookie('country=ph') }, 'PH', 'cookie'],
    ['then what the proxy says', { ...proxy('DE'), ...speaks('en-AU') }, 'DE', 'proxy'],
    ['a proxy that does not know is passed over', { ...proxy('XX'), ...speaks('en-AU') }, 'JP', 'database'],
    ['then the database of addresses', speaks('en-AU'), 'JP', 'database'],
  ])('%s', async (_why, headers, countryCode, source) => {
    expect(await here(headers)).toMatchObject({ countryCode, source })
  })

  test.each<[string, Record<string, string>, string, string, string]>([
    ['then the zone of the browser', speaks('en-AU'), '?timezoneId=Asia/Kolkata', 'IN', 'browser'],
    ['the zone by its other name', speaks('en-AU'), '?timezone_id=Asia/Calcutta', 'IN', 'browser'],
    ['a zone of no country leaves it to the language', speaks('en-AU'), '?timezoneId=UTC', 'AU', 'browser'],
    ['a language of no country leaves the default', speaks('es-419'), '?timezoneId=UTC', 'SG', 'default'],
    ['nothing at all leaves the default', {}, '', 'SG', 'default'],
  ])('without one, %s', async (_why, headers, query, countryCode, source) => {
    const config = readConfig(SETTINGS)
    const api = await openApi({ ...own.world, config, places: await openPlaces(config) })
    expect(await here(headers, query, api)).toMatchObject({ countryCode, source })
    await api.close()
  })

  test('a header that no proxy of ours sent is nobody’s word', async () => {
    const config = readConfig({ ...SETTINGS, TRUSTED_PROXIES: '192.0.2.1' })
    const api = await openApi({ ...own.world, config, places: await openPlaces(config) })
    expect(await here(proxy('DE'), '', api)).toMatchObject({ countryCode: 'SG', source: 'default' })
    await api.close()
  })

  test('the zone is the browser’s, else that of a country with but one', async () => {
    expect(await here(cookie('country=PH'))).toMatchObject({ timezoneId: 'Asia/Manila' })
    expect(await here(cookie('country=US'))).toMatchObject({ timezoneId: null })
    expect(await here(cookie('country=US'), '?timezoneId=Asia/Tokyo')).toMatchObject({ timezoneId: 'Asia/Tokyo' })
    const wrong = await own.api.call('/api/v1/get-country-data?timezoneId=Nowhere')
    expect(wrong).toMatchObject({ status: 400, body: { errorCode: 'TIMEZONE_INVALID' } })
  })

  test('all countries come only when they are asked for', async () => {
    const { body } = await own.api.call('/api/v1/get-country-data?list=1')
    expect(body.data.countries.length).toBeGreaterThan(240)
    expect(body.data.countries).toContainEqual({
      countryCode: 'PH',
      name: 'Philippines',
      callingCode: '+63',
      currency: 'PHP',
    })
    expect((await own.api.call('/api/v1/get-country-data')).body.data.countries).toBeUndefined()
  })
})

test('a header for countries without trusted proxies stops the start', () => {
  expect(() => readConfig({ COUNTRY_HEADER: 'CF-IPCountry' })).toThrow('COUNTRY_HEADER needs TRUSTED_PROXIES')
})
