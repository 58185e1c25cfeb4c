import { parseLessonContent } from '#features/catalog/lesson-content.ts'
import type { Db } from '#platform/db/db.ts'
import { findLessonContent } from '../queries/media-files.ts'

/** The address of an embedded video, for its frame. Null for a lesson of another kind. */
export async function findEmbedUrl(db: Db, lessonId: string): Promise<string | null> {
  const lesson = await findLessonContent(db, lessonId)
  return lesson?.kind === 'embed' ? parseLessonContent('embed', lesson.content).url : null
}
