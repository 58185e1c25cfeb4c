import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CannotStart, readConfig } from '#config.ts'
import { mmdbOf } from '../../tests/mmdb.ts'
import { clientOf } from './client-address.ts'
import { openPlaces } from './places.ts'

async function fileWith(content: Buffer | string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'understudy-places-')), 'countries.mmdb')
  await writeFile(path, content)
  return path
}

test('an address is in the country that the operator’s database says', async () => {
  const path = await fileWith(mmdbOf({ '203.0.113.0/24': 'PH', '2001:db8:7::/48': 'GB' }))
  const places = await openPlaces(readConfig({ COUNTRY_DATABASE: path }))
  const at = (address: string) => places.countryAt(clientOf(address))
  expect(at('203.0.113.9')).toBe('PH')
  expect(at('::ffff:203.0.113.9')).toBe('PH')
  expect(at('2001:db8:7:1::5')).toBe('GB')
  expect(at('198.51.100.1')).toBeNull()
  expect(at('2001:db8:8::5')).toBeNull()
  expect(at('no address')).toBeNull()
})

test('without a database nobody knows where an address is', async () => {
  expect((await openPlaces(readConfig({}))).countryAt('203.0.113.9')).toBeNull()
})

test('a database that is not there or is none is one sentence at the start', async () => {
  const none = await fileWith('not one')
  const cut = await fileWith(mmdbOf({ '203.0.113.0/24': 'PH' }).subarray(0, 500))
  const sentences = [
    ['/nowhere/countries.mmdb', 'The country database /nowhere/countries.mmdb cannot be read (ENOENT).'],
    [none, `The country database ${none} cannot be read (it is no MaxMind database).`],
    [cut, `The country database ${cut} cannot be read (it is no MaxMind database).`],
  ] as const
  for (const [path, sentence] of sentences) {
    const opening = openPlaces(readConfig({ COUNTRY_DATABASE: path }))
    await expect(opening).rejects.toThrow(CannotStart)
    await expect(opening).rejects.toThrow(`${sentence} Check COUNTRY_DATABASE.`)
  }
})

test('a default country that is none is one sentence at the start', async () => {
  const opening = openPlaces(readConfig({ DEFAULT_COUNTRY: 'zz' }))
  await expect(opening).rejects.toThrow('There is no country ZZ. Check DEFAULT_COUNTRY.')
})
