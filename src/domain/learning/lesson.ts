/** Lessons of a course: their kinds, and the state machine of a lesson. docs/contract §9. */

export type LessonKind = 'video' | 'audio' | 'text' | 'files' | 'embed' | 'live'

/**
 * A planned lesson has no content yet and is announced by its title. A withdrawn lesson is hidden. A published lesson
 * never becomes planned again, so a withdrawn lesson is planned anew only if nobody could ever open it.
 */
export type LessonState = 'planned' | 'published' | 'withdrawn'
export type LessonEvent = 'published' | 'withdrawn' | 'planned_again'

export const LESSON_TRANSITIONS: { readonly [S in LessonState]: { readonly [E in LessonEvent]?: LessonState } } = {
  planned: { published: 'published', withdrawn: 'withdrawn' },
  published: { withdrawn: 'withdrawn' },
  withdrawn: { published: 'published', planned_again: 'planned' },
}

/**
 * The next state, or null when the event does not apply. `wasPublished`: the lesson was open to learners at some time.
 * docs/contract §9.
 */
export function nextLessonState(state: LessonState, event: LessonEvent, wasPublished: boolean): LessonState | null {
  const next = LESSON_TRANSITIONS[state][event] ?? null
  return next === 'planned' && wasPublished ? null : next
}

/** The fields of a lesson that release and completion depend on. Withdrawn lessons have no position in the course. */
export type CourseLesson = {
  lessonId: string
  key: string
  title: string
  kind: LessonKind
  state: LessonState
  isRequired: boolean
}
