/** Apart from the wire, so that the browser fetches no schemas with them. */
export const STATES = ['open', 'answered', 'closed'] as const
