/** Gives a learner access for longer, with a reason. docs/contract §19. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { extendAccess, lockActiveEnrolment } from '#learn/enrolments/queries/extensions.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'

type Extension = { enrolmentId: string; accessEndsAt: Date; reason: string }

/** Refuses an enrolment of a foreign course like a missing one. The reason is stored, and the extension is an audit entry. */
export async function extendLearnerAccess(
  deps: Deps,
  member: ActingPerson,
  { enrolmentId, accessEndsAt: nextEnd, reason }: Extension,
): Promise<Outcome<{ enrolmentId: string; accessEndsAt: string }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const enrolment = await lockActiveEnrolment(tx, enrolmentId)
    if (!enrolment) return refused('ENROLMENT_NOT_FOUND')
    const permitted = await requirePermission(tx, member, 'learner.access', enrolment.course_code)
    if (!permitted.ok) return permitted.refusal.code === 'ROLE_NEEDED' ? permitted : refused('ENROLMENT_NOT_FOUND')
    const { access_ends_at: previousEnd } = enrolment
    if (previousEnd === null) return refuseDay('This access has no end')
    if (nextEnd <= previousEnd) return refuseDay('Please choose a later day')
    if (nextEnd <= deps.clock()) return refuseDay('Please choose a day in the future')
    await extendAccess(tx, { enrolmentId, previousEnd, nextEnd, reason, extendedBy: member.personId })
    await recordEvent(deps, tx, {
      actor: { kind: member.audience, id: member.personId },
      action: 'access-extended',
      object: { kind: 'enrolment', id: enrolmentId },
      details: { courseCode: enrolment.course_code, until: nextEnd.toISOString() },
    })
    return accepted({ enrolmentId, accessEndsAt: nextEnd.toISOString() })
  })
}

const refuseDay = (sentence: string) => refused('FIELD_INVALID', { fields: { accessEndsAt: sentence } })
