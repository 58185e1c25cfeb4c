/** A role that somebody gives, takes or is invited to. docs/contract §47. */
import type { CourseRole, SiteRole } from '#domain/permission.ts'

/** At the site, or in one course. Both have a `creator`: of the site, who may make courses, and of a course. */
export type RoleChoice = { role: SiteRole; courseCode: null } | { role: CourseRole; courseCode: string }

export const isCourseChoice = (choice: RoleChoice): choice is Extract<RoleChoice, { courseCode: string }> =>
  choice.courseCode !== null

/** A role that only owners give and take. */
export const isAdminChoice = (choice: RoleChoice): choice is { role: 'owner' | 'community_admin'; courseCode: null } =>
  choice.courseCode === null && choice.role !== 'creator'

/** What the audit log says of it. */
export const toRoleDetails = ({ role, courseCode }: RoleChoice) => ({ role, ...(courseCode && { course: courseCode }) })
