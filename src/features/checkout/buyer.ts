/** Who buys, and for whom: the profile where there is a bearer, else what was typed. */
import { countryOfZone } from '#domain/country.ts'
import { friendsFault } from '#domain/friends.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { readPhone } from '#domain/phone.ts'
import { personById } from '#features/accounts/queries/people.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import type { CheckoutBody } from './wire.ts'

export type Buyer = { email: string; name: string; phoneNumber: string | null; personId: string | null }

type Typed = Pick<CheckoutBody, 'email' | 'name' | 'phoneNumber' | 'countryCode' | 'timezoneId' | 'timezone_id'>

export async function buyerOf(deps: Deps, actor: Actor, body: Typed): Promise<Outcome<Buyer>> {
  const person = actor.kind === 'person' ? await personById(deps.db, actor.personId) : undefined
  const fields: Record<string, string> = {}
  const email = person?.email ?? body.email
  const name = person?.name ?? body.name
  const phoneNumber = body.phoneNumber
    ? readPhone(body.phoneNumber, body.countryCode ?? countryOfZone(body.timezoneId ?? body.timezone_id))
    : (person?.phone_number ?? null)
  if (!email) fields.email = 'Email is required'
  if (!name) fields.name = 'Name is required'
  if (body.phoneNumber && !phoneNumber) fields.phoneNumber = 'Please check the format of the phone number'
  if (!email || !name || Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })
  return accepted({ email, name, phoneNumber, personId: person?.id ?? null })
}

/** Refuses friends that cannot be invited: the seats are known by now. */
export function refuseFriends(body: CheckoutBody, seats: number, buyer: Buyer) {
  const fault = friendsFault(body.friends ?? [], seats, buyer.email)
  return fault ? refused('FIELD_INVALID', { fields: { friends: fault } }) : null
}
