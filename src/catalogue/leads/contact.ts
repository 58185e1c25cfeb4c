/** Validates the contact details of a lead form. */
import type { SentTouches } from '#domain/attribution.ts'
import { getCountryOfTimeZone } from '#domain/country.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { parsePhone } from '#domain/phone.ts'
import type { LeadContact } from './queries.ts'

export type ContactInput = {
  email: string
  name?: string | undefined
  phoneNumber?: string | undefined
  timezoneId?: string | undefined
} & SentTouches

/** The endpoint's schema has checked all fields except the phone number. */
export function parseContact(input: ContactInput): Outcome<LeadContact> {
  const phoneNumber = input.phoneNumber ? parsePhone(input.phoneNumber, getCountryOfTimeZone(input.timezoneId)) : null
  if (input.phoneNumber && !phoneNumber)
    return refused('FIELD_INVALID', { fields: { phoneNumber: 'Please check the format of the phone number' } })
  return accepted({
    email: input.email,
    name: input.name ?? null,
    phoneNumber,
    timezoneId: input.timezoneId ?? null,
    touches: { attribution: input.attribution, firstTouch: input.firstTouch },
  })
}
