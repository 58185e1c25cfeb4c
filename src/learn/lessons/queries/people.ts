/** The statements about people in the same cohort. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** enrolment_once, primary key of person; the names of the others who chose to be shown */
export async function listVisibleNames(db: Db, cohortCode: string, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select('person.name')
    .where('enrolment.cohort_code', '=', cohortCode)
    .where('enrolment.state', '=', sql.lit('active'))
    .where('person.visible_to_cohort', '=', true)
    .where('person.deleted_at', 'is', null)
    .where('person.id', '<>', personId)
    .orderBy('person.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** primary key of person */
export async function isVisibleToCohort(db: Db, personId: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('visible_to_cohort').where('id', '=', personId).executeTakeFirst()
  return row?.visible_to_cohort ?? false
}

/** enrolment_person; the short codes of the courses in which the person has or had a seat */
export async function listCoursesOfPerson(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enrolment')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .select('cohort.course_code')
    .distinct()
    .where('enrolment.person_id', '=', personId)
    .where('enrolment.state', '=', 'active')
    .execute()
  return rows.map(({ course_code }) => course_code)
}
