/** Helps a person who cannot log in, or whose account somebody else may be using. docs/contract §47. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Action } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { lockPerson, personById } from '#people/accounts/queries/people.ts'
import { endPersonSessions } from '#people/accounts/queries/sessions.ts'
import { removeSecondFactor } from '#people/accounts/second-factor/second-factor.ts'
import { enqueueLogInLink, limitLogInLinks } from '#people/accounts/session/log-in-link.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { type ActingPerson, lockOwnersFor } from '#people/roles/queries.ts'
import { requireActionOn, requireSiteAction } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'

/** The same e-mail as when the person asks for it. An owner or an admin gets one without a link. */
export async function sendLinkToPerson(
  deps: Deps,
  admin: ActingPerson,
  personId: string,
): Promise<Outcome<{ sentAt: string }>> {
  const permitted = await requireSiteAction(deps.db, admin, 'person.help')
  if (!permitted.ok) return permitted
  const person = await personById(deps.db, personId)
  if (!person) return refused('PERSON_NOT_FOUND')
  const limited = await limitLogInLinks(deps, person.email)
  if (!limited.ok) return limited
  await transact(deps.db, async (tx) => {
    await enqueueLogInLink(deps, tx, person.email)
    await recordEvent(deps, tx, { ...by(admin, personId), action: 'log-in-link-sent' })
  })
  return accepted({ sentAt: deps.clock().toISOString() })
}

/** Access tokens of the sessions are refused at once. */
export function endSessionsOfPerson(
  deps: Deps,
  admin: ActingPerson,
  personId: string,
): Promise<Outcome<{ ended: number }>> {
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<{ ended: number }>> => {
    const other = await lockOther(tx, admin, 'person.help', personId)
    if (!other.ok) return other
    const ended = await endPersonSessions(tx, personId, 'logged-out-elsewhere')
    await recordEvent(deps, tx, { ...by(admin, personId), action: 'sessions-ended' })
    return accepted({ ended })
  })
}

export function resetSecondFactorOfPerson(deps: Deps, admin: ActingPerson, personId: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<null>> => {
    const other = await lockOther(tx, admin, 'person.help', personId)
    if (!other.ok) return other
    await removeSecondFactor(deps, tx, personId, { kind: 'admin', id: admin.personId })
    return accepted(null)
  })
}

/** Locks the person, so that no role is given meanwhile. Refuses the own account, which has its settings. */
export async function lockOther(
  tx: Tx,
  admin: ActingPerson,
  action: Action,
  personId: string,
): Promise<Outcome<{ email: string; name: string }>> {
  await lockOwnersFor(tx, personId)
  const person = await lockPerson(tx, personId)
  if (!person) return refused('PERSON_NOT_FOUND')
  if (personId === admin.personId) return refused('OWN_ACCOUNT')
  const permitted = await requireActionOn(tx, admin, action, personId)
  return permitted.ok ? accepted(person) : permitted
}

function by({ personId: id }: ActingPerson, personId: string) {
  return { actor: { kind: 'admin', id }, object: { kind: 'account', id: personId } } as const
}
