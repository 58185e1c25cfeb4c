/** Everything that is stored about a person, in one document. Its sections are declared in src/features/personal-data. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { viewPasskey } from '#features/accounts/passkeys.ts'
import { profileOf } from '#features/accounts/profile.ts'
import { identitiesOf } from '#features/accounts/queries/identity.ts'
import { passkeysOf } from '#features/accounts/queries/passkeys.ts'
import { sessionsOfPerson } from '#features/accounts/sessions.ts'
import { eventsBy } from '#features/audit-log/queries.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { generalOf } from '#features/checkout/queries/drafts.ts'
import { giftCardsOf } from '#features/checkout/queries/gift-cards.ts'
import { invitationsWith } from '#features/checkout/queries/invitations.ts'
import { leadsOf } from '#features/leads/queries.ts'
import { creditAccount } from '#features/ledger/book.ts'
import { statementOf } from '#features/ledger/queries.ts'
import { conversationsOf } from '#features/support/queries.ts'
import type { Deps } from '#http/deps.ts'
import { enrolmentsOf, mailsTo, ordersOf } from './queries.ts'

const CREDIT_CURRENCY = 'USD'

export async function exportAccount(
  deps: Deps,
  who: { personId: string; sessionId: string; audience: 'learner' | 'admin' },
): Promise<Outcome<Record<string, unknown>>> {
  const profile = await profileOf(deps, who.personId)
  if (!profile.ok) return refused('TOKEN_INVALID')
  const { db } = deps
  const owner = { id: who.personId, email: profile.value.email }
  const sections = await sectionsOf({
    sessions: sessionsOfPerson(deps, owner.id, who.sessionId),
    identities: identitiesOf(db, owner.id),
    passkeys: passkeysOf(db, owner.id).then((passkeys) => passkeys.map(viewPasskey)),
    enrolments: enrolmentsOf(db, owner.id),
    orders: ordersOf(db, owner),
    giftCards: giftCardsOf(db, owner),
    invitations: invitationsWith(db, owner),
    credit: statementOf(db, creditAccount(owner.id, CREDIT_CURRENCY)),
    shortForms: generalOf(db, owner.email),
    leads: leadsOf(db, owner.email),
    conversations: conversationsOf(db, owner.email),
    mails: mailsTo(db, owner.email),
    auditEvents: eventsBy(db, owner.id),
  })
  await recordEvent(deps, deps.db, {
    actor: { kind: who.audience, id: who.personId },
    action: 'account-exported',
    object: { kind: 'account', id: who.personId },
  })
  const { leads, ...others } = sections
  return accepted({ exportedAt: deps.clock().toISOString(), profile: profile.value, ...others, ...leads })
}

/** All at once. */
async function sectionsOf<Sections extends Record<string, Promise<unknown>>>(
  asked: Sections,
): Promise<{ [Name in keyof Sections]: Awaited<Sections[Name]> }> {
  const found = await Promise.all(Object.entries(asked).map(async ([name, rows]) => [name, await rows]))
  return Object.fromEntries(found)
}
