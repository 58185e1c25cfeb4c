/** Helps a learner who cannot log in: the e-mail that the log-in page sends. docs/contract §42. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { lockPersonForShare } from '#people/accounts/queries/people.ts'
import { enqueueLogInLink, limitLogInLinks } from '#people/accounts/session/log-in-link.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { findLearnerRow } from './queries/matching-learners.ts'

/**
 * To the address of the seat, also of a guest who has never set a password. An admin's account gets the e-mail without a
 * link. A learner of other courses is like a missing
 * one, and so is a deleted account.
 */
export async function sendLearnerLogInLink(
  deps: Deps,
  person: ActingPerson,
  enrolmentId: string,
): Promise<Outcome<{ sentAt: string }>> {
  const row = await findLearnerRow(deps.db, enrolmentId)
  if (!row) return refused('LEARNER_NOT_FOUND')
  const permitted = await requirePermission(deps.db, person, 'message.send', row.course_code)
  if (!permitted.ok) return permitted.refusal.code === 'ROLE_NEEDED' ? permitted : refused('LEARNER_NOT_FOUND')
  const limited = await limitLogInLinks(deps, row.email)
  if (!limited.ok) return limited
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await lockPersonForShare(tx, row.person_id))) return refused('LEARNER_NOT_FOUND')
    await enqueueLogInLink(deps, tx, row.email)
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'learner-log-in-link-sent',
      object: { kind: 'enrolment', id: enrolmentId },
      details: { courseCode: row.course_code },
    })
    return accepted({ sentAt: deps.clock().toISOString() })
  })
}
