/** How to reach whoever filled a form in. */
import { countryOfZone } from '#domain/country.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { readPhone } from '#domain/phone.ts'
import type { Contact } from './queries.ts'

export type GivenContact = {
  email: string
  name?: string | undefined
  phoneNumber?: string | undefined
  timezoneId?: string | undefined
  attribution?: object | undefined
}

/** Everything but the phone number has been read at the edge. */
export function readContact(given: GivenContact): Outcome<Contact> {
  const phoneNumber = given.phoneNumber ? readPhone(given.phoneNumber, countryOfZone(given.timezoneId)) : null
  if (given.phoneNumber && !phoneNumber)
    return refused('FIELD_INVALID', { fields: { phoneNumber: 'Please check the format of the phone number' } })
  return accepted({
    email: given.email,
    name: given.name ?? null,
    phoneNumber,
    timezoneId: given.timezoneId ?? null,
    attribution: given.attribution ?? {},
  })
}
