/** The texts that the page of a draft shows where nobody typed another: from its dates and lessons. Pure. docs/contract §36. */
import { deriveTexts } from '#catalogue/catalog/derived-texts.ts'
import { readDefinition } from '#catalogue/catalog/files/definition.ts'
import type { CourseDocument, UnitBodies } from '#catalogue/catalog/publish/course-document.ts'
import { type DeliveryType, getNextCohort } from '#domain/course.ts'
import { type DraftFiles, type DraftOutline, toVersionOutline } from './lesson-drafts.ts'
import type { CohortFacts, listSessionFacts } from './queries.ts'
import type { CourseDraft } from './wire.ts'

type State = {
  life: { delivery_type: DeliveryType }
  units: Partial<UnitBodies>
  files: DraftFiles
  cohorts: CohortFacts[]
}
type Session = Awaited<ReturnType<typeof listSessionFacts>>[number]

/** Of the cohort that the page would show. */
export function calculateTexts(
  { life, units, files, cohorts }: State,
  sessions: readonly Session[],
  now: Date,
): CourseDraft['calculated'] {
  const chosen = getNextCohort(cohorts, now)
  const outline = toVersionOutline(units.outline as DraftOutline, units, files)
  const lessons = outline.modules.flatMap(({ lessons: rows }) => rows)
  const items = lessons.map(({ key, title, minutes }) => ({
    id: key,
    title,
    summary: '',
    minutes,
    kind: 'lesson' as const,
    preview: null,
  }))
  const { duration, classTime, videoTime, facts } = deriveTexts(
    { ...readDefinition({}), curriculum: [{ title: '', items }] },
    {
      title: '',
      deliveryType: life.delivery_type,
      sessions: sessions.filter(({ cohortCode }) => cohortCode === chosen?.cohortCode),
      timezoneId: chosen?.timezoneId ?? 'UTC',
      capacity: chosen?.capacity ?? null,
      accessDays: (units.rules as CourseDocument['rules']).accessDays,
    },
  )
  return { duration, classTime, videoTime, facts }
}
