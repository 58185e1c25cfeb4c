import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, StartupError } from '#config/config.ts'
import { createMmdb } from '../../tests/support/mmdb.ts'
import { normaliseClientAddress } from './client-address.ts'
import { createCountryLookup } from './country-lookup.ts'

async function fileWith(content: Buffer | string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'understudy-places-')), 'countries.mmdb')
  await writeFile(path, content)
  return path
}

test('an address is in the country that the operator’s database says', async () => {
  const path = await fileWith(createMmdb({ '203.0.113.0/24': 'PH', '2001:db8:7::/48': 'GB' }))
  const countryLookup = await createCountryLookup(readConfig({ COUNTRY_DATABASE: path }))
  const at = (address: string) => countryLookup.findCountry(normaliseClientAddress(address))
  expect(at('203.0.113.9')).toBe('PH')
  expect(at('::ffff:203.0.113.9')).toBe('PH')
  expect(at('2001:db8:7:1::5')).toBe('GB')
  expect(at('198.51.100.1')).toBeNull()
  expect(at('2001:db8:8::5')).toBeNull()
  expect(at('no address')).toBeNull()
})

test('without a database the country of an address is unknown', async () => {
  expect((await createCountryLookup(readConfig({}))).findCountry('203.0.113.9')).toBeNull()
})

test('a missing or invalid database stops the start with one sentence', async () => {
  const none = await fileWith('not one')
  const cut = await fileWith(createMmdb({ '203.0.113.0/24': 'PH' }).subarray(0, 500))
  const sentences = [
    ['/nowhere/countries.mmdb', 'The country database /nowhere/countries.mmdb cannot be read (ENOENT).'],
    [none, `The country database ${none} cannot be read (it is no MaxMind database).`],
    [cut, `The country database ${cut} cannot be read (it is no MaxMind database).`],
  ] as const
  for (const [path, sentence] of sentences) {
    const creation = createCountryLookup(readConfig({ COUNTRY_DATABASE: path }))
    await expect(creation).rejects.toThrow(StartupError)
    await expect(creation).rejects.toThrow(`${sentence} Check COUNTRY_DATABASE.`)
  }
})

test('an invalid default country stops the start with one sentence', async () => {
  const creation = createCountryLookup(readConfig({ DEFAULT_COUNTRY: 'zz' }))
  await expect(creation).rejects.toThrow('There is no country ZZ. Check DEFAULT_COUNTRY.')
})
