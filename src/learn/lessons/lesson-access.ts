/** Decides what a person may open: the one place that access and release of lessons come from. docs/contract §10, §11. */
import { type CourseAccess, canSeeOutline, decideEnrolmentAccess } from '#domain/learning/access.ts'
import { chooseEarliestRelease, decideRelease, type LessonNeed, type Release } from '#domain/learning/release.ts'
import { accepted, type Outcome, type Refusal } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import {
  type CourseFacts,
  getAccess,
  getDecidingEnrolment,
  getReleaseFacts,
  isPlaced,
  type LearnerEnrolmentFacts,
  type LessonFacts,
  listCompletedIds,
  listStartedIds,
} from './course-facts.ts'
import { loadCourseFacts } from './load-course-facts.ts'
import { getLessonCourse } from './queries/course-facts.ts'

type LessonRefusal = 'COURSE_NOT_FOUND' | 'LESSON_NOT_FOUND' | 'NOTE_NOT_FOUND' | 'SESSION_NOT_FOUND'

/** A person's lesson with the decisions about it. */
export type LessonCase = { facts: CourseFacts; access: CourseAccess; lesson: LessonFacts; release: Release }

/** The release of each placed lesson by its id, in one pass. A teacher's lessons are open once they are published. */
export function decideReleases(facts: CourseFacts, access: CourseAccess, now: Date): Map<string, Release> {
  const progress = { startedIds: listStartedIds(facts), completedIds: listCompletedIds(facts) }
  const cohorts = listReleasingEnrolments(facts, access, now).map((enrolment) => getReleaseFacts(facts, enrolment))
  const modules = new Map(facts.modules.map((module) => [module.moduleId, module]))
  const decide = (lesson: LessonFacts): Release => {
    if (!isPlaced(lesson) || lesson.state !== 'published')
      return { state: lesson.state === 'planned' ? 'planned' : 'withdrawn' }
    if (facts.isTeacher || cohorts.length === 0) return { state: 'open' }
    const module = modules.get(lesson.moduleId)!
    return chooseEarliestRelease(
      cohorts.map((cohort) => decideRelease(lesson, module, cohort, progress, now)),
      now,
    )
  }
  return new Map(facts.lessons.map((lesson) => [lesson.lessonId, decide(lesson)]))
}

/** The enrolments whose access is open. Without open access, the deciding enrolment shows when lessons would open. */
function listReleasingEnrolments(facts: CourseFacts, access: CourseAccess, now: Date): LearnerEnrolmentFacts[] {
  const open = facts.enrolments.filter((enrolment) => decideEnrolmentAccess(enrolment, now).state === 'open')
  if (open.length > 0) return open
  const deciding = getDecidingEnrolment(facts, access)
  return deciding ? [deciding] : []
}

/** The lesson, if the person's access and the release rules open it now. Else the refusal of docs/contract §16. */
export async function requireOpenLesson(
  deps: Deps,
  db: Db | Tx,
  member: ActingPerson,
  lessonId: string,
): Promise<Outcome<LessonCase>> {
  const lessonCase = await findLessonCase(deps, db, member, lessonId)
  if (!lessonCase.ok) return lessonCase
  const refusal = getAccessRefusal(deps, lessonCase.value) ?? getReleaseRefusal(lessonCase.value)
  return refusal ? { ok: false, refusal } : lessonCase
}

/** The lesson, if the person sees the outline of its course. A withdrawn lesson only if the person started it. */
export async function requireSeenLesson(
  deps: Deps,
  db: Db | Tx,
  member: ActingPerson,
  lessonId: string,
): Promise<Outcome<LessonCase>> {
  const lessonCase = await findLessonCase(deps, db, member, lessonId)
  if (!lessonCase.ok) return lessonCase
  const refusal = getOutlineRefusal(lessonCase.value.access, 'LESSON_NOT_FOUND')
  return refusal ? { ok: false, refusal } : lessonCase
}

async function findLessonCase(
  deps: Deps,
  db: Db | Tx,
  member: ActingPerson,
  lessonId: string,
): Promise<Outcome<LessonCase>> {
  const notFound = { ok: false, refusal: { code: 'LESSON_NOT_FOUND' } } as const
  const courseCode = await getLessonCourse(db, lessonId)
  const facts = courseCode ? await loadCourseFacts(db, member, courseCode) : null
  const lesson = facts?.lessons.find((row) => row.lessonId === lessonId)
  if (!facts || !lesson) return notFound
  const now = deps.clock()
  const access = getAccess(facts, now)
  const isHidden = lesson.state === 'withdrawn' && lesson.startedAt === null
  if (access.state === 'none' || isHidden) return notFound
  return accepted({ facts, access, lesson, release: decideReleases(facts, access, now).get(lessonId)! })
}

/** Null: the person sees the outline, the own progress and notes. */
export function getOutlineRefusal({ state }: CourseAccess, notFound: LessonRefusal): Refusal | null {
  if (canSeeOutline(state)) return null
  if (state === 'unconfirmed') return { code: 'ENROLMENT_UNCONFIRMED' }
  return { code: state === 'revoked' ? 'ACCESS_ENDED' : notFound }
}

/** Null: access is open. */
export function getAccessRefusal(
  { site }: Pick<Deps, 'site'>,
  { facts, access }: Pick<LessonCase, 'facts' | 'access'>,
  notFound: LessonRefusal = 'LESSON_NOT_FOUND',
): Refusal | null {
  switch (access.state) {
    case 'open':
      return null
    case 'over':
      return { code: 'ACCESS_OVER' }
    case 'frozen':
      return { code: 'ACCESS_FROZEN', data: { supportAddress: site.current.supportAddress } }
    case 'locked':
      return { code: 'BALANCE_DUE', data: { payUrl: getPayUrl(facts, access) } }
    default:
      return getOutlineRefusal(access, notFound)
  }
}

/** The page where the buyer pays an overdue balance. Null for a friend of the buyer, and in every other state. */
export function getPayUrl(facts: Pick<CourseFacts, 'enrolments'>, access: CourseAccess): string | null {
  const enrolment = access.state === 'locked' ? getDecidingEnrolment(facts, access) : null
  return enrolment?.isBuyer ? `/order/${enrolment.orderId}` : null
}

export function getReleaseRefusal({ release }: Pick<LessonCase, 'release'>): Refusal | null {
  if (release.state === 'open') return null
  return { code: 'LESSON_NOT_OPEN', data: toReleaseData(release) }
}

export function toReleaseData(release: Release) {
  return release.state === 'closed'
    ? { opensAt: release.opensAt?.toISOString() ?? null, needs: release.needs.map(toNeedData) }
    : { opensAt: null, needs: [] }
}

const toNeedData = ({ lessonKey, title }: LessonNeed) => ({ lessonKey, title })
