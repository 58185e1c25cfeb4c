/** The country of a client address, from the operator's MaxMind database. Without a database it is unknown. */
import { readFile } from 'node:fs/promises'
import { type CountryResponse, Reader } from 'maxmind'
import { type Config, StartupError } from '#config/config.ts'
import { isCountry } from '#domain/country.ts'

/** Takes addresses as client-address.ts formats them. */
export type CountryLookup = { findCountry(address: string): string | null }

/** @throws StartupError if DEFAULT_COUNTRY is invalid, or the database is missing or invalid */
export async function createCountryLookup({
  location: { countrySetting, databasePath },
}: Config): Promise<CountryLookup> {
  if (countrySetting !== null && !isCountry(countrySetting))
    throw new StartupError(`There is no country ${countrySetting}. Check DEFAULT_COUNTRY.`)
  if (!databasePath) return { findCountry: () => null }
  const reader = await readDatabase(databasePath)
  return {
    findCountry(address) {
      const location = address === 'unknown' ? null : reader.get(address.replace(/\/\d+$/, ''))
      return location?.country?.iso_code ?? location?.registered_country?.iso_code ?? null
    },
  }
}

async function readDatabase(path: string) {
  try {
    return new Reader<CountryResponse>(await readFile(path))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is no MaxMind database'
    throw new StartupError(`The country database ${path} cannot be read (${reason}). Check COUNTRY_DATABASE.`)
  }
}
