/** Everything that is kept about a person, in one document that they can take with them. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { viewPasskey } from '#features/accounts/passkeys.ts'
import { profileOf } from '#features/accounts/profile.ts'
import { identitiesOf } from '#features/accounts/queries/identity.ts'
import { passkeysOf } from '#features/accounts/queries/passkeys.ts'
import { sessionsOfPerson } from '#features/accounts/sessions.ts'
import { eventsBy } from '#features/audit-log/queries.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { generalOf } from '#features/checkout/queries/drafts.ts'
import { leadsOf } from '#features/leads/queries.ts'
import { conversationsOf } from '#features/support/queries.ts'
import type { Deps } from '#http/deps.ts'
import { enrolmentsOf, mailsTo, ordersOf } from './queries.ts'

export async function exportAccount(
  deps: Deps,
  who: { personId: string; sessionId: string; audience: 'learner' | 'admin' },
): Promise<Outcome<Record<string, unknown>>> {
  const profile = await profileOf(deps, who.personId)
  if (!profile.ok) return refused('TOKEN_INVALID')
  const [sessions, identities, passkeys, enrolments, orders, shortForms, leads, conversations, mails, auditEvents] =
    await Promise.all([
      sessionsOfPerson(deps, who.personId, who.sessionId),
      identitiesOf(deps.db, who.personId),
      passkeysOf(deps.db, who.personId),
      enrolmentsOf(deps.db, who.personId),
      ordersOf(deps.db, { id: who.personId, email: profile.value.email }),
      generalOf(deps.db, profile.value.email),
      leadsOf(deps.db, profile.value.email),
      conversationsOf(deps.db, profile.value.email),
      mailsTo(deps.db, profile.value.email),
      eventsBy(deps.db, who.personId),
    ])
  await recordEvent(deps, deps.db, {
    actor: { kind: who.audience, id: who.personId },
    action: 'account-exported',
    object: { kind: 'account', id: who.personId },
  })
  return accepted({
    exportedAt: deps.clock().toISOString(),
    profile: profile.value,
    sessions,
    identities,
    passkeys: passkeys.map(viewPasskey),
    enrolments,
    orders,
    shortForms,
    ...leads,
    conversations,
    mails,
    auditEvents,
  })
}
