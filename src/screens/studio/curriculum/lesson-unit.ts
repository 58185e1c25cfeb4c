/** The text and files of a lesson in its unit. Pure. */
import type { DraftLesson } from '#catalogue/drafts/lesson-drafts.ts'

export type LessonBody = DraftLesson

/** A text or address that is empty is left out, and content without anything is none. */
export function changeContent(body: LessonBody, change: Partial<NonNullable<LessonBody['content']>>): LessonBody {
  const entries = Object.entries({ ...body.content, ...change }).filter(([, value]) => value !== '')
  return { ...body, content: entries.length === 0 && body.media === null ? null : Object.fromEntries(entries) }
}
