/** Every statement about roles. */
import { type Expression, sql } from 'kysely'
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
  member: ActingPerson,
  courseCodes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from unnest(${courseCodes}::text[]) as code
    where ${teachesCourse(member, sql.ref('code'))}`.execute(db)
  return rows.map((row) => row.code)
}

/** The condition of a statement that a person teaches a course. @param courseCode a column or a value */
export function teachesCourse({ personId, audience }: ActingPerson, courseCode: Expression<string>) {
  return sql<boolean>`((${audience} = 'admin' and exists (select from site_role where person_id = ${personId} and role <> 'creator'))
    or exists (select from course_role where person_id = ${personId} and course_code = ${courseCode}))`
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
  role: { personId: string; courseCode: string; role: CourseRole; grantedBy?: string | null },
): Promise<void> {
  const grant = { role: role.role, granted_by: role.grantedBy ?? null }
  await tx
    .insertInto('course_role')
    .values({ person_id: role.personId, course_code: role.courseCode, ...grant })
    .onConflict((on) =>
      on.columns(['person_id', 'course_code']).doUpdateSet({ ...grant, granted_at: sql<Date>`now()` }),
    )
    .execute()
}

/** primary key of course_role; false if the person did not have the role */
export async function deleteCourseRole(
  tx: Tx,
  { personId, courseCode, role }: { personId: string; courseCode: string; role: CourseRole },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('course_role')
    .where('person_id', '=', personId)
    .where('course_code', '=', courseCode)
    .where('role', '=', role)
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

/** primary key; a person who runs the site keeps that role, which allows more */
export async function allowCourseMaking(tx: Tx, personId: string, grantedBy: string | null = null): Promise<void> {
  await tx
    .insertInto('site_role')
    .values({ person_id: personId, role: 'creator', granted_by: grantedBy })
    .onConflict((on) => on.column('person_id').doNothing())
    .execute()
}

/** primary key; the person loses no more than the right to make courses */
export async function forbidCourseMaking(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('site_role').where('person_id', '=', personId).where('role', '=', 'creator').execute()
}

/** Primary key. Of a person who runs the site: `person.roles` makes and removes the row (docs/decisions/0036). */
export async function setAdminRole(
  tx: Tx,
  { personId, role, grantedBy }: { personId: string; role: 'owner' | 'community_admin'; grantedBy: string },
): Promise<void> {
  await tx
    .updateTable('site_role')
    .set({ role, granted_by: grantedBy, granted_at: sql<Date>`now()` })
    .where('person_id', '=', personId)
    .execute()
}

/**
 * Changes of owners and admins wait for each other, from before they lock a person. The trigger site_owner_kept takes the
 * same lock.
 */
export async function lockOwners(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('site owner'))`.execute(tx)
}

/**
 * The same where the person has a role at the site. Before a person is locked, so that parallel changes of admins wait
 * for each other instead of locking each other.
 */
export async function lockOwnersFor(tx: Tx, personId: string): Promise<void> {
  if (await getSiteRole(tx, personId)) await lockOwners(tx)
}

/** site_role has few rows */
export async function hasOtherOwner(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('site_role')
    .select('person_id')
    .where('role', '=', 'owner')
    .where('person_id', '<>', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** After the restore of an older backup: the admin of the longest standing becomes an owner, unless there is another one. */
export async function replaceOwner(tx: Tx, personId: string): Promise<void> {
  await sql`update site_role set role = 'owner'
    where person_id = (select person_id from site_role where role = 'community_admin' and person_id <> ${personId}
        order by granted_at, person_id limit 1)
      and not exists (select from site_role where role = 'owner' and person_id <> ${personId})`.execute(tx)
}

/** Changes of the creator of a course wait for each other, so that each sees the one before. */
export async function lockCourseCreator(tx: Tx, courseCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('course creator'), hashtext(${courseCode}))`.execute(tx)
}

/** course_role_creator */
export function getCourseCreator(db: Db | Tx, courseCode: string) {
  return db
    .selectFrom('course_role')
    .innerJoin('person', 'person.id', 'course_role.person_id')
    .select(['person.id', 'person.name', 'person.email'])
    .where('course_role.course_code', '=', courseCode)
    .where('course_role.role', '=', 'creator')
    .executeTakeFirst()
}

/** primary key */
export async function getCourseTitle(db: Db | Tx, courseCode: string): Promise<string | null> {
  const row = await db.selectFrom('course').select('title').where('course_code', '=', courseCode).executeTakeFirst()
  return row?.title ?? null
}

/** course_creator, creator.person_id; whether the page of the course names the person as a teacher */
export async function isShownAsTeacher(tx: Tx, personId: string, courseCode: string): Promise<boolean> {
  const row = await tx
    .selectFrom('course_creator')
    .innerJoin('creator', 'creator.slug', 'course_creator.creator_slug')
    .select('creator.slug')
    .where('course_creator.course_code', '=', courseCode)
    .where('creator.person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/** primary key of course_role */
export async function hasCourseRole(tx: Tx, personId: string): Promise<boolean> {
  const course = tx.selectFrom('course_role').select('course_code').where('person_id', '=', personId).limit(1)
  return (await course.executeTakeFirst()) !== undefined
}

/** course_role, primary key; the courses that belong to the person */
export async function countCoursesOfCreator(tx: Tx, personId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('course_role')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('role', '=', 'creator')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** cohort_course, enrolment_cohort; the active seats of a course */
export async function countLearnersOfCourse(tx: Tx, courseCode: string): Promise<number> {
  const { count } = await tx
    .selectFrom('enrolment')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .select((is) => is.fn.count<number>('enrolment.person_id').distinct().as('count'))
    .where('cohort.course_code', '=', courseCode)
    .where('enrolment.state', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(count)
}

type RoleCourse = { course_code: string; title: string; creator: string | null }

/** course_role_creator; the courses with their creators, by title */
export async function listRoleCoursesByTitle(db: Db, limit: number): Promise<RoleCourse[]> {
  const { rows } = await sql<RoleCourse>`
    select c.course_code, c.title, coalesce(nullif(p.name, ''), p.email) as creator
    from course c left join course_role r on r.course_code = c.course_code and r.role = 'creator'
      left join person p on p.id = r.person_id
    order by c.title, c.course_code limit ${limit}`.execute(db)
  return rows
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
