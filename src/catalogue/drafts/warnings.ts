/** What a person is asked before a draft is published: it can be published all the same. Pure. docs/contract §36. */
import { type CourseDocument, listOutlineLessons } from '#catalogue/catalog/publish/course-document.ts'
import { formatClassTime, isClassTimeContradicted } from '#domain/learning/class-time.ts'

/** The order in which the studio shows them. */
export const WARNINGS = [
  'captions-missing',
  'lesson-required',
  'lesson-removed',
  'rules-stricter',
  'class-time',
] as const
export type Warning = {
  warning: (typeof WARNINGS)[number]
  /** Titles of lessons, the rules that became stricter, or the hours of dates. */
  names: string[]
  /** The people whom it touches. 0: nobody in particular. */
  people: number
}

export type WarningFacts = {
  document: CourseDocument
  /** Null: never published. */
  last: CourseDocument | null
  /** The hashes of those of the document's videos that have no captions. */
  uncaptioned: readonly string[]
  /** People with a seat who have not finished the course. */
  unfinished: number
  /** The removed lessons that people have begun, and how many people. */
  begun: { keys: readonly string[]; people: number }
  /** The sessions of each cohort that is not over. */
  cohorts: readonly { timezoneId: string; sessions: readonly { startsAt: Date; endsAt: Date }[] }[]
}

export function listWarnings(facts: WarningFacts): Warning[] {
  return [
    warnOfCaptions(facts),
    warnOfRequired(facts),
    warnOfRemoved(facts),
    warnOfRules(facts),
    warnOfClassTime(facts),
  ].filter(({ names }) => names.length > 0)
}

/** Only of videos that this publication shows for the first time. */
function warnOfCaptions({ document, last, uncaptioned }: WarningFacts): Warning {
  const { trailer } = document.page
  const isNewTrailer = trailer !== null && last?.page.trailer !== trailer && uncaptioned.includes(trailer)
  const lessons = listOutlineLessons(document.outline).flatMap(({ key, title, kind }) => {
    const { media } = document.lessons[key]!
    const isNew = media !== null && last?.lessons[key]?.media !== media
    return kind === 'video' && isNew && uncaptioned.includes(media) ? [title] : []
  })
  return { warning: 'captions-missing', names: [...(isNewTrailer ? ['Trailer'] : []), ...lessons], people: 0 }
}

function warnOfRequired({ document, last, unfinished }: WarningFacts): Warning {
  const before = new Set(
    last && listOutlineLessons(last.outline).flatMap((lesson) => (lesson.required ? lesson.key : [])),
  )
  const added = last
    ? listOutlineLessons(document.outline).filter(({ key, required }) => required && !before.has(key))
    : []
  return {
    warning: 'lesson-required',
    names: unfinished > 0 ? added.map(({ title }) => title) : [],
    people: unfinished,
  }
}

function warnOfRemoved({ document, last, begun }: WarningFacts): Warning {
  const lost = listRemovedLessons(document, last).filter(({ key }) => begun.keys.includes(key))
  return { warning: 'lesson-removed', names: lost.map(({ title }) => title), people: begun.people }
}

/** The lessons of the last version that the document omits. */
export function listRemovedLessons(document: CourseDocument, last: CourseDocument | null) {
  return last ? listOutlineLessons(last.outline).filter(({ key }) => !Object.hasOwn(document.lessons, key)) : []
}

/** Of rules by which people with a seat are not given what they could count on. Access itself is never shortened. */
function warnOfRules({ document: { rules }, last, unfinished }: WarningFacts): Warning {
  if (!last || unfinished === 0) return { warning: 'rules-stricter', names: [], people: unfinished }
  const before = last.rules
  const names = [
    rules.certificate.mode === 'off' && before.certificate.mode !== 'off' && 'no certificate any more',
    rules.completion.lessonsPercent > before.completion.lessonsPercent &&
      `${rules.completion.lessonsPercent}% of the lessons instead of ${before.completion.lessonsPercent}%`,
    rules.completion.sessionsPercent > before.completion.sessionsPercent &&
      `${rules.completion.sessionsPercent}% of the live sessions instead of ${before.completion.sessionsPercent}%`,
    before.recordingCounts && !rules.recordingCounts && 'a watched recording no longer counts as a live session',
  ]
  return { warning: 'rules-stricter', names: names.filter((name) => name !== false), people: unfinished }
}

function warnOfClassTime({ document: { about }, cohorts }: WarningFacts): Warning {
  const wrong = cohorts.filter(({ sessions, timezoneId }) =>
    isClassTimeContradicted(about.classTime, sessions, timezoneId),
  )
  return {
    warning: 'class-time',
    names: wrong.map(({ sessions, timezoneId }) => formatClassTime(sessions, timezoneId)),
    people: 0,
  }
}
