/** Reads and updates a person's profile. */
import { getCountryOfTimeZone, isCountry } from '#domain/country.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { parsePhone } from '#domain/phone.ts'
import type { Deps } from '#http/deps.ts'
import { personById, updatePerson } from '../queries/people.ts'
import type { Profile } from '../wire.ts'

export async function getProfile(deps: Deps, personId: string): Promise<Outcome<Profile>> {
  const person = await personById(deps.db, personId)
  return person ? accepted(toProfile(person)) : refused('TOKEN_INVALID')
}

export type ProfileChange = {
  name?: string | undefined
  phoneNumber?: string | undefined
  timezoneId?: string | undefined
  countryCode?: string | undefined
  marketing?: boolean | undefined
  isVisibleToCohort?: boolean | undefined
}

/** Omitted fields stay unchanged. An empty phone number or country removes the value. */
export async function updateProfile(deps: Deps, personId: string, input: ProfileChange): Promise<Outcome<Profile>> {
  const person = await personById(deps.db, personId)
  if (!person) return refused('TOKEN_INVALID')
  const country =
    input.countryCode ??
    person.country_code ??
    getCountryOfTimeZone(input.timezoneId ?? person.timezone_id ?? undefined)
  const phone = input.phoneNumber ? parsePhone(input.phoneNumber, country) : null
  const fields = {
    ...(input.countryCode && !isCountry(input.countryCode) && { countryCode: 'Please choose a country' }),
    ...(input.phoneNumber && !phone && { phoneNumber: 'Please check the format of the phone number' }),
  }
  if (Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })

  const updated = await updatePerson(deps.db, personId, {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.phoneNumber !== undefined && { phoneNumber: phone }),
    ...(input.timezoneId !== undefined && { timezoneId: input.timezoneId }),
    ...(input.countryCode !== undefined && { countryCode: input.countryCode || null }),
    ...(input.marketing !== undefined && { marketing: input.marketing }),
    ...(input.isVisibleToCohort !== undefined && { isVisibleToCohort: input.isVisibleToCohort }),
  })
  return updated ? accepted(toProfile(updated)) : refused('TOKEN_INVALID')
}

type Person = NonNullable<Awaited<ReturnType<typeof personById>>>

function toProfile(person: Person): Profile {
  return {
    user_id: person.id,
    email: person.email,
    name: person.name,
    learner: { phoneNumber: person.phone_number, countryCode: person.country_code, timezoneId: person.timezone_id },
    roles: person.roles as Profile['roles'],
    marketing: person.marketing_consent_at !== null,
  }
}
