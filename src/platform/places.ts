/** Which country an address is in, by the operator's own MaxMind database; without one nobody knows. */
import { readFile } from 'node:fs/promises'
import { type CountryResponse, Reader } from 'maxmind'
import { CannotStart, type Config } from '#config.ts'
import { isCountry } from '#domain/country.ts'

/** `address` as client-address.ts writes it. */
export type Places = { countryAt(address: string): string | null }

/** @throws CannotStart with one sentence where a country is none, or the file is not there or no such database */
export async function openPlaces({ place: { country, databasePath } }: Config): Promise<Places> {
  if (!isCountry(country)) throw new CannotStart(`There is no country ${country}. Check DEFAULT_COUNTRY.`)
  if (!databasePath) return { countryAt: () => null }
  const reader = await read(databasePath)
  return {
    countryAt(address) {
      const found = address === 'unknown' ? null : reader.get(address.replace(/\/\d+$/, ''))
      return found?.country?.iso_code ?? found?.registered_country?.iso_code ?? null
    },
  }
}

async function read(path: string) {
  try {
    return new Reader<CountryResponse>(await readFile(path))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is no MaxMind database'
    throw new CannotStart(`The country database ${path} cannot be read (${reason}). Check COUNTRY_DATABASE.`)
  }
}
