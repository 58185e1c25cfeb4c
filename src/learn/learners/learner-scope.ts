/** Whose learners a person may see, and what of them. docs/contract §19 and §42. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { ACTIONS, type Action, type CourseRole, can, isAdminRole, type Roles } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { type ActingPerson, getSiteRole } from '#people/roles/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { LearnerFilter } from './filter.ts'
import type { LearnerScope } from './queries/matching-learners.ts'
import { findTaughtCourse, listCohortsOfCourse, listTaughtCourses } from './queries/page-facts.ts'
import { listReleasedLessons } from './released-lessons.ts'

export type TaughtCourse = { courseCode: string; title: string; isLive: boolean; roles: Roles }
export type PermittedScope = {
  scope: LearnerScope
  /** The chosen course with its dates. Null: all courses. */
  course: (TaughtCourse & { cohorts: Awaited<ReturnType<typeof listCohortsOfCourse>> }) | null
  /** Whether the action is allowed on a course of the scope. */
  may: (action: Action, courseCode: string) => boolean
  taught: TaughtCourse[]
}

/** The learners of a filter that the person may do the action with. A foreign course is refused like a missing one. */
export async function requireLearnerScope(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { personId, audience }: ActingPerson,
  action: Action,
  { course: courseCode, behind, ...filter }: Pick<LearnerFilter, 'course' | 'behind'> & Partial<LearnerFilter>,
): Promise<Outcome<PermittedScope>> {
  const now = clock()
  const site = audience === 'admin' ? await getSiteRole(db, personId) : null
  const isAdmin = isAdminRole(site)
  const rows = await listTaughtCourses(db, { personId, isEveryCourse: isAdmin })
  const toCourse = (row: (typeof rows)[number]): TaughtCourse => ({
    courseCode: row.course_code,
    title: row.title,
    isLive: row.delivery_type === 'live',
    roles: { site, course: row.role as CourseRole | null },
  })
  const taught = rows.map(toCourse)
  const may = (wanted: Action, code: string) => {
    const roles = taught.find((one) => one.courseCode === code)?.roles ?? { site, course: null }
    return can(roles, wanted)
  }
  if (courseCode === undefined) {
    // The progress of all courses is not sorted and filtered.
    if (behind) return refused('FIELD_INVALID', { fields: { behind: 'Please choose a course' } })
    if (isAdmin && isCostly(filter)) return refused('FIELD_INVALID', { fields: { course: 'Please choose a course' } })
    const allowed = taught.filter(({ roles }) => can(roles, action)).map((one) => one.courseCode)
    if (!isAdmin && taught.length > 0 && allowed.length === 0) return refused('ROLE_NEEDED')
    return accepted({ scope: { courseCodes: isAdmin ? null : allowed, released: [], now }, course: null, may, taught })
  }
  const row = rows.find((one) => one.course_code === courseCode) ?? (await findTaughtCourse(db, personId, courseCode))
  const course = row && toCourse(row)
  if (!course || !can(course.roles, 'course.read')) return refused('COURSE_NOT_FOUND')
  if (!can(course.roles, action)) return refused('ROLE_NEEDED')
  const cohorts = await listCohortsOfCourse(db, courseCode, now)
  const scope = await createCourseScope(db, courseCode, cohorts, now)
  return accepted({ scope, course: { ...course, cohorts }, may, taught })
}

/** The scope of the learners of one course, for work outside a session. */
export async function loadCourseScope(db: Db, courseCode: string, now: Date): Promise<LearnerScope> {
  return createCourseScope(db, courseCode, await listCohortsOfCourse(db, courseCode, now), now)
}

async function createCourseScope(
  db: Db,
  courseCode: string,
  cohorts: Awaited<ReturnType<typeof listCohortsOfCourse>>,
  now: Date,
): Promise<LearnerScope> {
  const withLearners = cohorts.filter(({ has_learners }) => has_learners).map(({ cohort_code }) => cohort_code)
  return { courseCodes: [courseCode], released: await listReleasedLessons(db, withLearners, now), now }
}

/** No index behind them selects few seats of all courses. */
const isCostly = ({ state, unseenDays, payment }: Partial<LearnerFilter>): boolean =>
  (state !== undefined && state !== 'active') ||
  unseenDays !== undefined ||
  payment === 'paid' ||
  payment === 'free' ||
  payment === 'lost'

export const listActions = (roles: Roles): Action[] => ACTIONS.filter((action) => can(roles, action))
