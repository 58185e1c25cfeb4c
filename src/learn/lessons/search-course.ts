/** Searches the captions and texts of the lessons that are open to the person. docs/contract §16. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { foldSearchText } from '#domain/search-text.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { getAccess } from './course-facts.ts'
import { decideReleases, getAccessRefusal } from './lesson-access.ts'
import { loadCourseFacts } from './load-course-facts.ts'
import { type SearchRow, searchCues, searchTexts } from './queries/course-search.ts'
import { getTextExcerpt } from './text/text-excerpt.ts'

type SearchResult = { lessonId: string; lessonKey: string; title: string; atSeconds: number | null; text: string }

const MAX_RESULTS = 50
/** Lessons whose texts are read at once. */
const BATCH = 50

/** Texts come before captions, because a lesson has one text and many captions. */
export async function searchLessons(
  deps: Deps,
  member: ActingPerson,
  courseCode: string,
  phrase: string,
): Promise<Outcome<{ results: SearchResult[] }>> {
  const facts = await loadCourseFacts(deps.db, member, courseCode)
  if (!facts) return refused('COURSE_NOT_FOUND')
  const now = deps.clock()
  const access = getAccess(facts, now)
  const refusal = getAccessRefusal(deps, { facts, access }, 'COURSE_NOT_FOUND')
  if (refusal) return { ok: false, refusal }
  const releases = decideReleases(facts, access, now)
  const lessons = facts.lessons.filter(({ lessonId }) => releases.get(lessonId)?.state === 'open')
  const lessonIds = lessons.map(({ lessonId }) => lessonId)
  const [texts, cues] = await Promise.all([
    findTexts(deps, lessonIds, phrase),
    searchCues(deps.db, lessonIds, phrase, MAX_RESULTS),
  ])
  const byId = new Map(lessons.map((lesson) => [lesson.lessonId, lesson]))
  return accepted({
    results: [...texts, ...cues].slice(0, MAX_RESULTS).map(({ lesson_id, starts_ms, text }) => ({
      lessonId: lesson_id,
      lessonKey: byId.get(lesson_id)!.key,
      title: byId.get(lesson_id)!.title,
      atSeconds: starts_ms === null ? null : Math.floor(starts_ms / 1000),
      text,
    })),
  })
}

/** A lesson whose title or summary has the phrase is found with its summary, if its text does not have the phrase. */
async function findTexts(deps: Deps, lessonIds: readonly string[], phrase: string): Promise<SearchRow[]> {
  const folded = foldSearchText(phrase)
  const matches: SearchRow[] = []
  for (let at = 0; at < lessonIds.length && matches.length < MAX_RESULTS; at += BATCH)
    for (const row of await searchTexts(deps.db, lessonIds.slice(at, at + BATCH), folded)) {
      const text = (row.markdown && getTextExcerpt(row.markdown, phrase)) ?? (row.is_named ? row.summary : null)
      if (text !== null) matches.push({ lesson_id: row.lesson_id, starts_ms: null, text })
    }
  return matches
}
