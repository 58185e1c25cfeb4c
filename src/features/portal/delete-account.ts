/**
 * Deletes an account: places are given up, sessions end, and whoever it was is nobody any more. Orders,
 * payments and the books stay, for the law wants them, under a name that says nothing.
 */
import { addressOfNobody } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Passwords } from '#features/accounts/passwords.ts'
import { forgetIdentities } from '#features/accounts/queries/identity.ts'
import { dropPasskeys } from '#features/accounts/queries/passkeys.ts'
import { forgetPerson, lockPerson, otherAdmins, personById } from '#features/accounts/queries/people.ts'
import { dropTotp } from '#features/accounts/queries/second-factor.ts'
import { dropSignUps } from '#features/accounts/queries/sign-ups.ts'
import { requireOwner, type Shown } from '#features/accounts/step-up.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { forgetGeneral } from '#features/checkout/queries/drafts.ts'
import { forgetRecipient } from '#features/checkout/queries/gift-cards.ts'
import { forgetFriend } from '#features/checkout/queries/invitations.ts'
import { forgetBuyer, hasOpenOrder } from '#features/checkout/queries/orders.ts'
import { giveUpPlaces } from '#features/enrolments/end-seats.ts'
import { forgetLeads } from '#features/leads/queries.ts'
import { forgetMailTo } from '#features/mailing/queries.ts'
import { forgetConversations } from '#features/support/queries.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'

export async function deletePerson(
  deps: Deps,
  passwords: Passwords,
  given: Shown & { email: string; audience: 'learner' | 'admin' },
): Promise<Outcome<null>> {
  const person = await personById(deps.db, given.personId)
  if (!person) return refused('TOKEN_INVALID')
  if (given.email !== person.email)
    return refused('FIELD_INVALID', { fields: { email: 'This is not the address of your account' } })
  const owner = await requireOwner(deps, passwords, given)
  if (!owner.ok) return owner

  return inOneTransaction(deps.db, async (tx) => {
    if (!(await lockPerson(tx, person.id))) return refused('TOKEN_INVALID')
    const isAdmin = person.roles.includes('community-admin')
    if (isAdmin && (await otherAdmins(tx, person.id)) === 0) return refused('LAST_ADMIN')
    if (await hasOpenOrder(tx, person)) return refused('ORDER_OPEN')
    const alias = { email: addressOfNobody(person.id), name: 'Deleted person' }
    await giveUpPlaces(tx, person.id)
    await forgetRecipient(tx, person.email, alias)
    await forgetBuyer(tx, person.email, alias)
    await forgetFriend(tx, person.email)
    await forgetMailTo(tx, person.email)
    await forgetLeads(tx, person.email)
    await forgetGeneral(tx, person.email)
    await forgetConversations(tx, person.email)
    await dropSignUps(tx, person.email)
    await forgetIdentities(tx, person)
    await dropTotp(tx, person.id)
    await dropPasskeys(tx, person.id)
    await forgetPerson(tx, person.id, alias)
    await recordEvent(deps, tx, {
      actor: { kind: given.audience, id: person.id },
      action: 'account-deleted',
      object: { kind: 'account', id: person.id },
    })
    return accepted(null)
  })
}
