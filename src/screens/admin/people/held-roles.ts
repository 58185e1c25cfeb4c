/** Filter values of the page of people. Separate from the schemas, so that the browser bundle does not include zod. */
export const HELD_ROLES = ['staff', 'owner', 'admin', 'creator', 'co-teacher', 'assistant'] as const
/** `staff`: any role. `creator`: of a course, or of the site. */
export type HeldRole = (typeof HELD_ROLES)[number]
