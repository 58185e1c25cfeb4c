/** The statements about access that a teacher extends. */
import type { Db, Tx } from '#platform/db/db.ts'

/** primary keys; an active enrolment with the course that it is for, locked until the transaction ends */
export function lockActiveEnrolment(tx: Tx, enrolmentId: string) {
  return tx
    .selectFrom('enrolment')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .select(['enrolment.id', 'enrolment.access_ends_at', 'cohort.course_code'])
    .where('enrolment.id', '=', enrolmentId)
    .where('enrolment.state', '=', 'active')
    .forUpdate('enrolment')
    .executeTakeFirst()
}

export type AccessExtension = {
  enrolmentId: string
  previousEnd: Date
  nextEnd: Date
  reason: string
  extendedBy: string
}

/** Primary key. Writes the end of access with its reason. */
export async function extendAccess(tx: Tx, extension: AccessExtension): Promise<void> {
  const { enrolmentId, previousEnd, nextEnd, reason, extendedBy } = extension
  await tx
    .updateTable('enrolment')
    .set({ access_ends_at: nextEnd, access_reason: 'extended' })
    .where('id', '=', enrolmentId)
    .execute()
  await tx
    .insertInto('access_extension')
    .values({
      enrolment_id: enrolmentId,
      previous_end: previousEnd,
      next_end: nextEnd,
      reason,
      extended_by: extendedBy,
    })
    .execute()
}

/** enrolment_person, access_extension_enrolment; for the deletion of an account, because reasons are about the person */
export async function deleteExtensions(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom('access_extension')
    .where('enrolment_id', 'in', (seats) =>
      seats.selectFrom('enrolment').select('id').where('person_id', '=', personId),
    )
    .execute()
}

/** enrolment_person, access_extension_enrolment; for the data export */
export function listExtensionsForExport(db: Db, personId: string) {
  return db
    .selectFrom('access_extension as extension')
    .innerJoin('enrolment', 'enrolment.id', 'extension.enrolment_id')
    .select([
      'enrolment.cohort_code',
      'extension.previous_end',
      'extension.next_end',
      'extension.reason',
      'extension.extended_at',
    ])
    .where('enrolment.person_id', '=', personId)
    .orderBy('extension.extended_at')
    .execute()
}
