import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#config/config.ts'
import { createCountryLookup } from '#platform/country-lookup.ts'
import { createSiteReader } from '#platform/site-reader.ts'
import { createMmdb } from '../../../../tests/support/mmdb.ts'
import { startApi } from '../../../../tests/world/api.ts'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'

const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry', DEFAULT_COUNTRY: 'SG' }

let identityWorld: Identity
let learner: { authorization: string }
beforeAll(async () => {
  const database = join(await mkdtemp(join(tmpdir(), 'understudy-here-')), 'countries.mmdb')
  await writeFile(database, createMmdb({ '127.0.0.0/8': 'JP' }))
  const config = readConfig({ ...SETTINGS, COUNTRY_DATABASE: database })
  const countryLookup = await createCountryLookup(config)
  identityWorld = await createIdentityWorld((world) => ({ ...world, config, countryLookup: countryLookup }))
  const email = await identityWorld.known()
  await identityWorld.world.db.updateTable('person').set({ country_code: 'GB' }).where('email', '=', email).execute()
  learner = await identityWorld.as(email)
})
afterAll(() => identityWorld.close())

const cookie = (value: string) => ({ cookie: `other=1; ${value}` })
const proxy = (country: string) => ({ 'cf-ipcountry': country })
const acceptLanguage = (languages: string) => ({ 'accept-language': languages })

async function getCurrentCountry(headers: Record<string, string>, query = '', api = identityWorld.api) {
  const { status, body } = await api.call(`/api/v1/get-country-data${query}`, { headers })
  expect(status).toBe(200)
  return body.data.current
}

/** As a program that starts with these settings. */
async function withSettings(config: Config) {
  const { world } = identityWorld
  const site = createSiteReader(world.db, config)
  return { ...world, config, site, countryLookup: await createCountryLookup(config) }
}

describe('get-country-data (docs/contract §5): the most reliable source wins', () => {
  const allHints = () => ({ ...cookie('country=PH'), ...proxy('DE'), ...acceptLanguage('en-AU') })

  test('first the profile of the signed-in person', async () => {
    expect(await getCurrentCountry({ ...learner, ...allHints() }, '?timezoneId=Asia/Manila')).toEqual({
      countryCode: 'GB',
      name: 'United Kingdom',
      callingCode: '+44',
      currency: 'GBP',
      timezoneId: 'Asia/Manila',
      source: 'profile',
    })
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['then the chosen country in the cookie', allHints(), 'PH', 'cookie'],
    ['a cookie with an unknown country is ignored', { ...allHints(), ...cookie('country=zz') }, 'DE', 'proxy'],
    ['a malformed cookie is ignored', { ...allHints(), ...cookie('country=%00;country') }, 'DE', 'proxy'],
    ['a cookie in lower case is accepted', { ...allHints(), ...cookie('country=ph') }, 'PH', 'cookie'],
    ['then the header of the proxy', { ...proxy('DE'), ...acceptLanguage('en-AU') }, 'DE', 'proxy'],
    ['an unknown country of the proxy is ignored', { ...proxy('XX'), ...acceptLanguage('en-AU') }, 'JP', 'database'],
    ['then the database of IP addresses', acceptLanguage('en-AU'), 'JP', 'database'],
  ])('%s', async (_title, headers, countryCode, source) => {
    expect(await getCurrentCountry(headers)).toMatchObject({ countryCode, source })
  })

  test.each<[string, Record<string, string>, string, string, string]>([
    ['then the time zone of the browser', acceptLanguage('en-AU'), '?timezoneId=Asia/Kolkata', 'IN', 'browser'],
    ['an alias of the time zone', acceptLanguage('en-AU'), '?timezone_id=Asia/Calcutta', 'IN', 'browser'],
    ['for a time zone without a country the language', acceptLanguage('en-AU'), '?timezoneId=UTC', 'AU', 'browser'],
    ['for a language without a country the default', acceptLanguage('es-419'), '?timezoneId=UTC', 'SG', 'default'],
    ['without any hint the default', {}, '', 'SG', 'default'],
  ])('without the earlier sources: %s', async (_title, headers, query, countryCode, source) => {
    const config = readConfig(SETTINGS)
    const api = await startApi(await withSettings(config))
    expect(await getCurrentCountry(headers, query, api)).toMatchObject({ countryCode, source })
    await api.close()
  })

  test('a country header that no trusted proxy sent is ignored', async () => {
    const config = readConfig({ ...SETTINGS, TRUSTED_PROXIES: '192.0.2.1' })
    const api = await startApi(await withSettings(config))
    expect(await getCurrentCountry(proxy('DE'), '', api)).toMatchObject({ countryCode: 'SG', source: 'default' })
    await api.close()
  })

  test('the time zone is the browser’s, else the only one of the country', async () => {
    expect(await getCurrentCountry(cookie('country=PH'))).toMatchObject({ timezoneId: 'Asia/Manila' })
    expect(await getCurrentCountry(cookie('country=US'))).toMatchObject({ timezoneId: null })
    expect(await getCurrentCountry(cookie('country=US'), '?timezoneId=Asia/Tokyo')).toMatchObject({
      timezoneId: 'Asia/Tokyo',
    })
    const wrong = await identityWorld.api.call('/api/v1/get-country-data?timezoneId=Nowhere')
    expect(wrong).toMatchObject({ status: 400, body: { errorCode: 'TIMEZONE_INVALID' } })
  })

  test('all countries are returned only on request', async () => {
    const { body } = await identityWorld.api.call('/api/v1/get-country-data?list=1')
    expect(body.data.countries.length).toBeGreaterThan(240)
    expect(body.data.countries).toContainEqual({
      countryCode: 'PH',
      name: 'Philippines',
      callingCode: '+63',
      currency: 'PHP',
    })
    expect((await identityWorld.api.call('/api/v1/get-country-data')).body.data.countries).toBeUndefined()
  })
})

test('COUNTRY_HEADER without TRUSTED_PROXIES prevents the start', () => {
  expect(() => readConfig({ COUNTRY_HEADER: 'CF-IPCountry' })).toThrow('COUNTRY_HEADER needs TRUSTED_PROXIES')
})
