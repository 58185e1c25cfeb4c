/** Every statement about roles. */
import { sql } from 'kysely'
import type { CourseRole, SiteRole } from '#domain/permission.ts'
import type { Person } from '#http/handle.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** The person of a session. `audience`: whether it is an admin session. */
export type ActingPerson = Pick<Person, 'personId' | 'audience'>

/** primary key of site_role */
export async function getSiteRole(db: Db | Tx, personId: string): Promise<SiteRole | null> {
  const row = await db.selectFrom('site_role').select('role').where('person_id', '=', personId).executeTakeFirst()
  return (row?.role as SiteRole | undefined) ?? null
}

/** primary key of course_role */
export async function getCourseRole(db: Db | Tx, personId: string, courseCode: string): Promise<CourseRole | null> {
  const row = await db
    .selectFrom('course_role')
    .select('role')
    .where('person_id', '=', personId)
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
  return (row?.role as CourseRole | undefined) ?? null
}

/** primary key of course_role */
export async function isCreatorOfACourse(db: Db | Tx, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('course_role')
    .select('course_code')
    .where('person_id', '=', personId)
    .where('role', '=', 'creator')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** primary keys of site_role and course_role; the given courses that the person teaches. A site role needs an admin session. */
export async function listRoleCourses(
  db: Db | Tx,
  { personId, audience }: ActingPerson,
  courseCodes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from unnest(${courseCodes}::text[]) as code
    where (${audience} = 'admin' and exists (select from site_role where person_id = ${personId} and role <> 'creator'))
      or exists (select from course_role where person_id = ${personId} and course_code = code)`.execute(db)
  return rows.map((row) => row.code)
}

/** course_role_creator; the codes among the given ones that have no creator */
export async function listCoursesWithoutCreator(tx: Tx, courseCodes: readonly string[]): Promise<string[]> {
  if (courseCodes.length === 0) return []
  const rows = await tx
    .selectFrom('course')
    .select('course_code')
    .where('course_code', '=', anyOf(courseCodes))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('course_role')
            .select('person_id')
            .whereRef('course_role.course_code', '=', 'course.course_code')
            .where('role', '=', 'creator'),
        ),
      ),
    )
    .orderBy('course_code')
    .execute()
  return rows.map((row) => row.course_code)
}

/** primary key of course_role; replaces another role of the person in the course */
export async function putCourseRole(
  tx: Tx,
  role: { personId: string; courseCode: string; role: CourseRole },
): Promise<void> {
  await tx
    .insertInto('course_role')
    .values({ person_id: role.personId, course_code: role.courseCode, role: role.role })
    .onConflict((on) => on.columns(['person_id', 'course_code']).doUpdateSet({ role: role.role }))
    .execute()
}

/** primary key; a person who runs the site keeps that role, which allows more */
export async function allowCourseMaking(tx: Tx, personId: string): Promise<void> {
  await tx
    .insertInto('site_role')
    .values({ person_id: personId, role: 'creator' })
    .onConflict((on) => on.column('person_id').doNothing())
    .execute()
}

/** Both roles of a person, for the data export. */
export async function listRolesForExport(db: Db, personId: string) {
  const [site, courses] = await Promise.all([
    db.selectFrom('site_role').select(['role', 'granted_at']).where('person_id', '=', personId).executeTakeFirst(),
    db
      .selectFrom('course_role')
      .select(['course_code', 'role', 'granted_at'])
      .where('person_id', '=', personId)
      .orderBy('course_code')
      .execute(),
  ])
  return { site: site ?? null, courses }
}

/** primary key of both tables; the courses belong to the owners of the site from then on */
export async function deleteRoles(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('course_role').where('person_id', '=', personId).execute()
  await tx.deleteFrom('site_role').where('person_id', '=', personId).execute()
}
