/**
 * Deletes an account: releases its seats, ends its sessions and removes the person's name and address. Orders,
 * payments and ledger entries stay under an anonymous name, because the law requires them.
 */

import { deleteLeads } from '#catalogue/leads/queries.ts'
import { createDeletedAccountEmail, toMailbox } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { forgetHolder } from '#learn/certificates/queries/own-data.ts'
import { cancelAllEnrolments } from '#learn/enrolments/end-seats.ts'
import { deleteNotes } from '#learn/learners/queries/one-learner.ts'
import { forgetLearner } from '#learn/lessons/queries/own-data.ts'
import { deleteFeed } from '#learn/live/queries/calendar-feed.ts'
import { forgetMessages } from '#learn/messages/queries.ts'
import type { Passwords } from '#people/accounts/password/passwords.ts'
import { deleteIdentities } from '#people/accounts/queries/identity.ts'
import { deletePasskeys } from '#people/accounts/queries/passkeys.ts'
import { anonymisePerson, countOtherAdmins, lockPerson, personById } from '#people/accounts/queries/people.ts'
import { deleteTotp } from '#people/accounts/queries/second-factor.ts'
import { deleteSignUps } from '#people/accounts/queries/sign-ups.ts'
import { type OwnerCheckInput, requireOwner } from '#people/accounts/session/step-up.ts'
import { type AuditActor, recordEvent } from '#people/audit-log/record.ts'
import { backupCheckJob } from '#people/backups/queue.ts'
import { forgetInvitations } from '#people/invitations/queries.ts'
import { forgetAddress } from '#people/mailing/queries.ts'
import {
  deleteRoles,
  getSiteRole,
  hasOtherOwner,
  lockOwners,
  lockOwnersFor,
  replaceOwner,
} from '#people/roles/queries.ts'
import { deleteConversations } from '#people/support/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { forgetGeneral } from '#sell/checkout/queries/drafts.ts'
import { forgetFriend } from '#sell/checkout/queries/invitations.ts'
import { forgetSaved } from '#sell/checkout/queries/saved-checkouts.ts'
import { endMandatesOfPerson } from '#sell/orders/queries/card-mandates.ts'
import { forgetRecipient } from '#sell/orders/queries/gift-card-purchases.ts'
import { forgetBuyer } from '#sell/orders/queries/orders.ts'
import { endReusableCards } from '#sell/orders/queries/reusable-cards.ts'
import { deleteCode } from '#sell/referrals/queries/codes.ts'
import { withdrawOffersTo } from '#sell/waitlist/end-offers.ts'
import { hasOpenOrder } from './queries.ts'

export async function deleteOwnAccount(
  deps: Deps,
  passwords: Passwords,
  input: OwnerCheckInput & { email: string; audience: 'learner' | 'admin' },
): Promise<Outcome<null>> {
  const person = await personById(deps.db, input.personId)
  if (!person) return refused('TOKEN_INVALID')
  if (input.email !== person.email)
    return refused('FIELD_INVALID', { fields: { email: 'This is not the address of your account' } })
  const owner = await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner

  return eraseAccount(deps, person.id, { kind: input.audience, id: person.id })
}

/** Deletes an account without asking its owner. Also repeats a deletion after the restore of an older backup. */
export function eraseAccount(deps: Deps, personId: string, actor: AuditActor): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    // In the backup the person may still be the last owner, and nobody else can be asked.
    if (actor.kind === 'operator') {
      await lockOwners(tx)
      await replaceOwner(tx, personId)
    }
    return eraseInTransaction(deps, tx, personId, actor)
  })
}

/** The same, in a transaction that lists its effects. */
export async function eraseInTransaction(
  deps: Deps,
  tx: Tx,
  personId: string,
  actor: AuditActor,
): Promise<Outcome<null>> {
  await lockOwnersFor(tx, personId)
  const person = await lockPerson(tx, personId)
  if (!person) return refused('TOKEN_INVALID')
  const isAdmin = person.roles.includes('community-admin')
  if (isAdmin && (await countOtherAdmins(tx, person.id)) === 0) return refused('LAST_ADMIN')
  if ((await getSiteRole(tx, person.id)) === 'owner' && !(await hasOtherOwner(tx, person.id)))
    return refused('LAST_OWNER')
  if (await hasOpenOrder(tx, person)) return refused('ORDER_OPEN')
  if (!(await withdrawOffersTo(tx, person.email, deps.clock()))) return refused('ORDER_OPEN')
  const anonymised = { email: createDeletedAccountEmail(person.id), name: 'Deleted person' }
  await endMandatesOfPerson(tx, person.id)
  await endReusableCards(tx, person.id, 'all')
  await cancelAllEnrolments(tx, person.id)
  await forgetRecipient(tx, person.email, anonymised)
  await forgetBuyer(tx, person.email, anonymised)
  await forgetFriend(tx, person.email)
  await forgetLearner(tx, person.id)
  await deleteNotes(tx, person.id)
  await forgetMessages(tx, person.id)
  await forgetHolder(tx, person.id, anonymised.name)
  await forgetAddress(tx, person.email)
  await deleteLeads(tx, person.email)
  await forgetGeneral(tx, person.email)
  await forgetSaved(tx, person.email, toMailbox(person.email))
  await deleteConversations(tx, person.email)
  await deleteSignUps(tx, person.email)
  await deleteIdentities(tx, person)
  await deleteTotp(tx, person.id)
  await deletePasskeys(tx, person.id)
  await deleteRoles(tx, person.id)
  await forgetInvitations(tx, person)
  await deleteFeed(tx, person.id)
  await deleteCode(tx, person.id)
  await anonymisePerson(tx, person.id, anonymised)
  // The list of deleted accounts beside the backups.
  await deps.jobs.enqueue(tx, backupCheckJob, {}, { key: 'erasure' })
  await recordEvent(deps, tx, {
    actor,
    action: 'id' in actor && actor.id !== person.id ? 'account-erased' : 'account-deleted',
    object: { kind: 'account', id: person.id },
  })
  return accepted(null)
}
