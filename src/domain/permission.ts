/** The actions that a role allows. docs/contract §19. */

/** `creator`: a person who may make courses, such as an invited teacher. It opens no course of others. */
export const SITE_ROLES = ['owner', 'community_admin', 'creator'] as const
export type SiteRole = (typeof SITE_ROLES)[number]

export const COURSE_ROLES = ['creator', 'co_teacher', 'assistant'] as const
export type CourseRole = (typeof COURSE_ROLES)[number]

/** The roles of one person for one course. Null: the person has none. */
export type Roles = { site: SiteRole | null; course: CourseRole | null }

type Allowed = { site: readonly SiteRole[]; course: readonly CourseRole[] }
const ADMINS = ['owner', 'community_admin'] as const

/** Action → the roles that may do it. */
const ALLOWED_ROLES = {
  'course.read': { site: ADMINS, course: COURSE_ROLES },
  'learner.list': { site: ADMINS, course: COURSE_ROLES },
  'session.manage': { site: ADMINS, course: COURSE_ROLES },
  'course.edit': { site: ADMINS, course: ['creator', 'co_teacher'] },
  'course.publish': { site: ADMINS, course: ['creator', 'co_teacher'] },
  'dates.edit': { site: ADMINS, course: ['creator', 'co_teacher'] },
  'price.edit': { site: ADMINS, course: ['creator'] },
  'code.edit': { site: ADMINS, course: ['creator'] },
  'course.close': { site: ADMINS, course: ['creator'] },
  'message.send': { site: ADMINS, course: ['creator', 'co_teacher'] },
  'learner.access': { site: ADMINS, course: ['creator', 'co_teacher'] },
  'learner.move': { site: ADMINS, course: ['creator', 'co_teacher'] },
  'learner.money': { site: ADMINS, course: ['creator'] },
  'learner.seat': { site: ADMINS, course: ['creator'] },
  'learner.export': { site: ADMINS, course: ['creator'] },
  'profile.edit': { site: ADMINS, course: [] },
  'certificate.edit': { site: ADMINS, course: [] },
  'site.setting': { site: ['owner'], course: [] },
  /** Finds people, and helps them to log in. */
  'person.help': { site: ADMINS, course: [] },
  'person.erase': { site: ADMINS, course: [] },
  /** Roles of courses, the site role `creator`, and the invitations to them. */
  'role.give': { site: ADMINS, course: [] },
  /** The roles of owners and community admins, and the accounts of these people. */
  'admin.manage': { site: ['owner'], course: [] },
} as const satisfies Record<string, Allowed>

export type Action = keyof typeof ALLOWED_ROLES
export const ACTIONS = Object.keys(ALLOWED_ROLES) as Action[]

/** Whether one of the roles allows the action on the course. docs/contract §19. */
export function can({ site, course }: Roles, action: Action): boolean {
  const allowed: Allowed = ALLOWED_ROLES[action]
  return (site !== null && allowed.site.includes(site)) || (course !== null && allowed.course.includes(course))
}

/** Whether a site role opens every course, in an admin session. */
export function isAdminRole(site: SiteRole | null): boolean {
  return site === 'owner' || site === 'community_admin'
}
