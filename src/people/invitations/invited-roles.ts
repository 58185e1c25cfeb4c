/** Separate from the schemas, so that the browser bundle does not include zod. */

/** `creator`: may make courses. A course itself is given to a creator, without an invitation. */
export const INVITED_ROLES = ['co_teacher', 'assistant', 'creator', 'community_admin'] as const
export type InvitedRole = (typeof INVITED_ROLES)[number]

export const isRoleOfCourse = (role: InvitedRole): role is 'co_teacher' | 'assistant' =>
  role === 'co_teacher' || role === 'assistant'
