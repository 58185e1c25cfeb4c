import type { CourseRole, SiteRole } from '#domain/permission.ts'
import type { PersonListItem } from '../wire/people.ts'
import type { HeldRole } from './held-roles.ts'

const SITE_ROLE_LABELS: Readonly<Record<SiteRole, string>> = {
  owner: 'Owner',
  community_admin: 'Admin',
  creator: 'Creator who may make courses',
}
const COURSE_ROLE_LABELS: Readonly<Record<CourseRole, string>> = {
  creator: 'Creator',
  co_teacher: 'Co-teacher',
  assistant: 'Assistant',
}
export const HELD_ROLE_LABELS: Readonly<Record<HeldRole, string>> = {
  staff: 'Any role',
  owner: 'Owner',
  admin: 'Admin',
  creator: 'Creator',
  'co-teacher': 'Co-teacher',
  assistant: 'Assistant',
}

/** `Admin, creator`, or `Learner` for a person without a role. */
export function listRoleLabels({ siteRole, courseRoles }: Pick<PersonListItem, 'siteRole' | 'courseRoles'>): string {
  const order: CourseRole[] = ['creator', 'co_teacher', 'assistant']
  const labels = [
    // Whoever has a course may make more, so the role at the site says nothing new.
    ...(siteRole && !(siteRole === 'creator' && courseRoles.includes('creator')) ? [SITE_ROLE_LABELS[siteRole]] : []),
    ...order.filter((role) => courseRoles.includes(role)).map((role) => COURSE_ROLE_LABELS[role]),
  ]
  return labels.map((label, at) => (at === 0 ? label : label.toLowerCase())).join(', ') || 'Learner'
}

/** Of a role that a person has, or is invited to. `course` null: of the site. */
export function getRoleLabel({ role, course }: { role: SiteRole | CourseRole; course: object | null }): string {
  const labels: Readonly<Partial<Record<SiteRole | CourseRole, string>>> =
    course === null ? SITE_ROLE_LABELS : COURSE_ROLE_LABELS
  return labels[role] ?? role
}
