/** What a person tells of themselves, and where they are logged in. */
import { countryOfZone, isCountry } from '#domain/country.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { readPhone } from '#domain/phone.ts'
import type { Deps } from '#http/deps.ts'
import { changePerson, personById } from './queries/people.ts'
import type { Profile } from './wire.ts'

export async function profileOf(deps: Deps, personId: string): Promise<Outcome<Profile>> {
  const person = await personById(deps.db, personId)
  return person ? accepted(view(person)) : refused('TOKEN_INVALID')
}

export type ProfileChange = {
  name?: string | undefined
  phoneNumber?: string | undefined
  timezoneId?: string | undefined
  countryCode?: string | undefined
  marketing?: boolean | undefined
}

/** What is left out stays. An empty phone number or country takes it away. */
export async function changeProfileOf(deps: Deps, personId: string, given: ProfileChange): Promise<Outcome<Profile>> {
  const person = await personById(deps.db, personId)
  if (!person) return refused('TOKEN_INVALID')
  const country =
    given.countryCode ?? person.country_code ?? countryOfZone(given.timezoneId ?? person.timezone_id ?? undefined)
  const phone = given.phoneNumber ? readPhone(given.phoneNumber, country) : null
  const fields = {
    ...(given.countryCode && !isCountry(given.countryCode) && { countryCode: 'Please choose a country' }),
    ...(given.phoneNumber && !phone && { phoneNumber: 'Please check the format of the phone number' }),
  }
  if (Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })

  const changed = await changePerson(deps.db, personId, {
    ...(given.name !== undefined && { name: given.name }),
    ...(given.phoneNumber !== undefined && { phoneNumber: phone }),
    ...(given.timezoneId !== undefined && { timezoneId: given.timezoneId }),
    ...(given.countryCode !== undefined && { countryCode: given.countryCode || null }),
    ...(given.marketing !== undefined && { marketing: given.marketing }),
  })
  return changed ? accepted(view(changed)) : refused('TOKEN_INVALID')
}

type Person = NonNullable<Awaited<ReturnType<typeof personById>>>

function view(person: Person): Profile {
  return {
    user_id: person.id,
    email: person.email,
    name: person.name,
    learner: { phoneNumber: person.phone_number, countryCode: person.country_code, timezoneId: person.timezone_id },
    roles: person.roles as Profile['roles'],
    marketing: person.marketing_consent_at !== null,
  }
}
