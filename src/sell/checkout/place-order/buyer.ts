/** Finds the buyer: the profile of a signed-in person, otherwise the typed details. */
import { getCountryOfTimeZone } from '#domain/country.ts'
import { friendsFault } from '#domain/orders/friends.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { parsePhone } from '#domain/phone.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { personById } from '#people/accounts/queries/people.ts'
import type { CheckoutBody } from '../wire.ts'

export type Buyer = { email: string; name: string; phoneNumber: string | null; personId: string | null }

type BuyerInput = Pick<CheckoutBody, 'email' | 'name' | 'phoneNumber' | 'countryCode' | 'timezoneId' | 'timezone_id'>

export async function findBuyer(deps: Deps, actor: Actor, body: BuyerInput): Promise<Outcome<Buyer>> {
  const person = actor.kind === 'person' ? await personById(deps.db, actor.personId) : undefined
  const fields: Record<string, string> = {}
  const email = person?.email ?? body.email
  const name = person?.name ?? body.name
  const phoneNumber = body.phoneNumber
    ? parsePhone(body.phoneNumber, body.countryCode ?? getCountryOfTimeZone(body.timezoneId ?? body.timezone_id))
    : (person?.phone_number ?? null)
  if (!email) fields.email = 'Email is required'
  if (!name) fields.name = 'Name is required'
  if (body.phoneNumber && !phoneNumber) fields.phoneNumber = 'Please check the format of the phone number'
  if (!email || !name || Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })
  return accepted({ email, name, phoneNumber, personId: person?.id ?? null })
}

/** Refuses friends that cannot be invited, once the number of seats is known. */
export function refuseFriends(body: Pick<CheckoutBody, 'friends'>, seats: number, buyer: Buyer) {
  const fault = friendsFault(body.friends ?? [], seats, buyer.email)
  return fault ? refused('FIELD_INVALID', { fields: { friends: fault } }) : null
}
