/** Loads what a person is asked before a document is published. docs/contract §36. */
import { CourseDocument, listTrailerHashes } from '#catalogue/catalog/publish/course-document.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DraftState } from './load-draft.ts'
import { countUnfinished, findBegun, listUncaptionedVideos } from './queries/warnings.ts'
import { listSessionFacts } from './queries.ts'
import { listRemovedLessons, listWarnings, type Warning } from './warnings.ts'

/** @param document what would be published */
export async function loadWarnings(
  db: Db | Tx,
  { life: { course_code: courseCode }, last: lastVersion }: Pick<DraftState, 'life' | 'last'>,
  document: CourseDocument,
  now: Date,
): Promise<Warning[]> {
  const last = lastVersion ? CourseDocument.parse(lastVersion.document) : null
  const media = [
    ...Object.values(document.lessons).flatMap((lesson) => lesson.media ?? []),
    ...listTrailerHashes(document),
  ]
  const removed = listRemovedLessons(document, last).map(({ key }) => key)
  const sessions = await listSessionFacts(db, courseCode)
  const cohorts = [...Map.groupBy(sessions, ({ cohortCode }) => cohortCode).values()]
  return listWarnings({
    document,
    last,
    uncaptioned: await listUncaptionedVideos(db, courseCode, media),
    unfinished: last ? await countUnfinished(db, courseCode) : 0,
    begun: await findBegun(db, courseCode, removed),
    cohorts: cohorts
      .filter((group) => group.some(({ endsAt }) => endsAt > now))
      .map((group) => ({ timezoneId: group[0]!.timezoneId, sessions: group })),
  })
}
