/** Separate from the schemas, so that the browser bundle does not include zod. */
export const CONVERSATION_STATES = ['open', 'answered', 'closed'] as const
