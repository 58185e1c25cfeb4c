import { parseLessonContent } from '#catalogue/catalog/lesson-content.ts'
import type { Db } from '#platform/db/db.ts'
import { findLessonContent } from '../queries/media-files.ts'

const SITE_NAMES: Readonly<Record<string, string>> = {
  'www.youtube-nocookie.com': 'YouTube',
  'player.vimeo.com': 'Vimeo',
}

/** The address of an embedded video, for its frame. Null for a lesson of another kind. */
export async function findEmbedUrl(db: Db, lessonId: string): Promise<string | null> {
  const lesson = await findLessonContent(db, lessonId)
  return lesson?.kind === 'embed' ? parseLessonContent('embed', lesson.content).url : null
}

/** The name of the site that an embedded video comes from, such as YouTube. */
export function getEmbedSite(url: string): string {
  const { hostname } = new URL(url)
  return SITE_NAMES[hostname] ?? hostname
}
