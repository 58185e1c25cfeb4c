import type { AppSession } from '#people/accounts/session/app-session.ts'
import type { CoursePagePath } from './course-pages.ts'

/** The address of a teacher's profile in the studio. `courseCode`: the course whose page it was opened from. */
export function getProfilePath({ as, hasBoth }: AppSession, slug: string, courseCode?: string): string {
  const query = new URLSearchParams({ ...(courseCode && { course: courseCode }), ...(hasBoth && { as }) })
  return `/studio/profiles/${slug}${query.size > 0 ? `?${query}` : ''}`
}

/** The list of learners, of one course or of all. */
export function getLearnersPath({ as, hasBoth }: Pick<AppSession, 'as' | 'hasBoth'>, courseCode?: string): string {
  const query = new URLSearchParams({ ...(courseCode && { course: courseCode }), ...(hasBoth && { as }) })
  return query.size > 0 ? `/studio/learners?${query}` : '/studio/learners'
}

/** The page of the sessions with one of them open. */
export function getStudioSessionPath({ as, hasBoth }: AppSession, courseCode: string, sessionId: string): string {
  const query = new URLSearchParams({ ...(hasBoth && { as }), open: sessionId })
  return `/studio/courses/${courseCode.toLowerCase()}/sessions?${query}`
}

/** The address of the studio, or of a page of one course, for this session. */
export function getStudioPath(
  { as, hasBoth }: AppSession,
  courseCode?: string,
  page: CoursePagePath | string = 'sessions',
): string {
  if (courseCode !== undefined && page === 'learners') return getLearnersPath({ as, hasBoth }, courseCode)
  const path = courseCode === undefined ? '/studio' : `/studio/courses/${courseCode.toLowerCase()}/${page}`
  return hasBoth ? `${path}?as=${as}` : path
}
