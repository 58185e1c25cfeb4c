/** The people of a live cohort who chose to be shown to it. docs/contract §16. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { getAccess, getDecidingEnrolment } from './course-facts.ts'
import { getAccessRefusal } from './lesson-access.ts'
import { loadCourseFacts } from './load-course-facts.ts'
import { isVisibleToCohort, listVisibleNames } from './queries/people.ts'

type People = { isVisible: boolean; people: { name: string }[] }

/** An on-demand course has no group of people, so its list is empty. */
export async function loadCoursePeople(deps: Deps, member: ActingPerson, courseCode: string): Promise<Outcome<People>> {
  const facts = await loadCourseFacts(deps.db, member, courseCode)
  if (!facts) return refused('COURSE_NOT_FOUND')
  const access = getAccess(facts, deps.clock())
  const refusal = getAccessRefusal(deps, { facts, access }, 'COURSE_NOT_FOUND')
  if (refusal) return { ok: false, refusal }
  const enrolment = getDecidingEnrolment(facts, access)
  const isLive = facts.course.delivery === 'live'
  const [isVisible, names] = await Promise.all([
    isVisibleToCohort(deps.db, member.personId),
    enrolment && isLive ? listVisibleNames(deps.db, enrolment.cohort.cohortCode, member.personId) : [],
  ])
  return accepted({ isVisible, people: names.map((name) => ({ name: formatShortName(name) })) })
}

/** `Ana Maria Santos` → `Ana S.`; a single name stays. */
function formatShortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const [initial = ''] = others.at(-1) ?? ''
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
