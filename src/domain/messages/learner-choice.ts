/** Which learners of a course a message is for. docs/contract §43. */

/** `finished`: completed the course. */
export const LEARNER_STATES = ['unfinished', 'finished'] as const

/** All learners of the course with open access. */
export const EVERYBODY = { cohort: null, state: null, person: null } as const
