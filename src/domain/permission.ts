/** The actions that a role allows. docs/contract §19. */

export const SITE_ROLES = ['owner', 'community_admin'] as const
export type SiteRole = (typeof SITE_ROLES)[number]

export const COURSE_ROLES = ['creator', 'co_teacher', 'assistant'] as const
export type CourseRole = (typeof COURSE_ROLES)[number]

/** The roles of one person for one course. Null: the person has none. */
export type Roles = { site: SiteRole | null; course: CourseRole | null }

const SITE = ['owner', 'community_admin'] as const
const EDITORS = [...SITE, 'creator', 'co_teacher'] as const
const TEACHERS = [...EDITORS, 'assistant'] as const

/** Action → the roles that may do it. */
const ALLOWED_ROLES = {
  'course.read': TEACHERS,
  'learner.list': TEACHERS,
  'session.manage': TEACHERS,
  'course.edit': EDITORS,
  'learner.access': EDITORS,
  'learner.export': [...SITE, 'creator'],
  'certificate.edit': SITE,
  'site.setting': ['owner'],
} as const satisfies Record<string, readonly (SiteRole | CourseRole)[]>

export type Action = keyof typeof ALLOWED_ROLES
export const ACTIONS = Object.keys(ALLOWED_ROLES) as Action[]

/** Whether one of the roles allows the action on the course. docs/contract §19. */
export function can({ site, course }: Roles, action: Action): boolean {
  const allowed: readonly string[] = ALLOWED_ROLES[action]
  return [site, course].some((role) => role !== null && allowed.includes(role))
}
