/** Exports all stored data about a person as one document. Its sections are declared in src/people/personal-data. */

import { listLeads } from '#catalogue/leads/queries.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { listCertificatesForExport } from '#learn/certificates/queries/own-data.ts'
import { listMovesForExport, listNotesForExport } from '#learn/learners/queries/one-learner.ts'
import { listLearningForExport } from '#learn/lessons/queries/own-data.ts'
import { listMessagesForExport } from '#learn/messages/queries.ts'
import { toPasskeyView } from '#people/accounts/passkeys/passkeys.ts'
import { getProfile } from '#people/accounts/profile/profile.ts'
import { listPersonIdentities } from '#people/accounts/queries/identity.ts'
import { listPasskeys } from '#people/accounts/queries/passkeys.ts'
import { listSessionViews } from '#people/accounts/session/sessions.ts'
import { listEventsByPerson } from '#people/audit-log/queries.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { listInvitationsForExport } from '#people/invitations/queries.ts'
import { getSuppression } from '#people/mailing/queries/suppressions.ts'
import { listOptOuts } from '#people/mailing/queries.ts'
import { listRolesForExport } from '#people/roles/queries.ts'
import { listConversationsForExport } from '#people/support/queries.ts'
import { listDraftsOfPerson } from '#sell/checkout/queries/drafts.ts'
import { invitationsWith } from '#sell/checkout/queries/invitations.ts'
import { listSavedForExport } from '#sell/checkout/queries/saved-checkouts.ts'
import { getCreditAccountId } from '#sell/ledger/book.ts'
import { getAccountStatement } from '#sell/ledger/queries.ts'
import { listGiftCardsOfPerson } from '#sell/orders/queries/gift-card-purchases.ts'
import { listReferralsForExport } from '#sell/referrals/queries.ts'
import { listOffersForExport } from '#sell/waitlist/queries.ts'
import { listEmailsTo, listLearnerEnrolments, listOrdersForExport } from './queries.ts'

const CREDIT_CURRENCY = 'USD'

export async function exportAccount(
  deps: Deps,
  requester: { personId: string; sessionId: string; audience: 'learner' | 'admin' },
): Promise<Outcome<Record<string, unknown>>> {
  const profile = await getProfile(deps, requester.personId)
  if (!profile.ok) return refused('TOKEN_INVALID')
  const { db } = deps
  const owner = { id: requester.personId, email: profile.value.email }
  const sections = await loadSections({
    roles: listRolesForExport(db, owner.id),
    roleInvitations: listInvitationsForExport(db, owner),
    sessions: listSessionViews(deps, owner.id, requester.sessionId),
    identities: listPersonIdentities(db, owner.id),
    passkeys: listPasskeys(db, owner.id).then((passkeys) => passkeys.map(toPasskeyView)),
    enrolments: listLearnerEnrolments(db, owner.id),
    seatMoves: listMovesForExport(db, owner.id),
    teacherNotes: listNotesForExport(db, owner.id),
    orders: listOrdersForExport(db, owner),
    giftCards: listGiftCardsOfPerson(db, owner),
    invitations: invitationsWith(db, owner),
    credit: getAccountStatement(db, getCreditAccountId(owner.id, CREDIT_CURRENCY)),
    savedCheckouts: listSavedForExport(db, owner.email),
    referrals: listReferralsForExport(db, owner.id),
    shortForms: listDraftsOfPerson(db, owner.email),
    leads: listLeads(db, owner.email),
    waitlistOffers: listOffersForExport(db, owner.email),
    conversations: listConversationsForExport(db, owner.email),
    mails: listEmailsTo(db, owner.email),
    mailOptOuts: listOptOuts(db, owner.email),
    mailSuppression: getSuppression(db, owner.email).then((row) => (row ? [row] : [])),
    learning: listLearningForExport(db, owner.id),
    messages: listMessagesForExport(db, owner.id),
    certificates: listCertificatesForExport(db, owner.id),
    auditEvents: listEventsByPerson(db, owner.id),
  })
  await recordEvent(deps, deps.db, {
    actor: { kind: requester.audience, id: requester.personId },
    action: 'account-exported',
    object: { kind: 'account', id: requester.personId },
  })
  const { leads, learning, ...otherSections } = sections
  return accepted({
    exportedAt: deps.clock().toISOString(),
    profile: profile.value,
    ...otherSections,
    ...leads,
    ...learning,
  })
}

/** Loads all sections in parallel. */
async function loadSections<Sections extends Record<string, Promise<unknown>>>(
  queries: Sections,
): Promise<{ [Name in keyof Sections]: Awaited<Sections[Name]> }> {
  const entries = await Promise.all(Object.entries(queries).map(async ([name, rows]) => [name, await rows]))
  return Object.fromEntries(entries)
}
