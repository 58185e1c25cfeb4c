/** Lists the learners of taught courses by filter. docs/contract §42. */
import { UNSEEN_DAYS } from '#domain/learners/learner-list.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordRead } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { LearnerFilter } from './filter.ts'
import { listActions, type PermittedScope, requireLearnerScope } from './learner-scope.ts'
import {
  countLearners,
  type LearnerCursor,
  type LearnerRowColumns,
  type LearnerSort,
  listLearnerRows,
} from './queries/matching-learners.ts'
import { viewLearners } from './view-learners.ts'
import type { ChosenCourse, LearnerListQuery, LearnerRow } from './wire.ts'

const PAGE_LENGTH = 50

type LearnerList = {
  learners: LearnerRow[]
  count: number
  next: string | null
  courses: { coursePrefixCode: string; title: string; actions: ChosenCourse['actions'] }[]
  course: ChosenCourse | null
}

export async function listLearners(
  deps: Deps,
  person: ActingPerson,
  { sort: wantedSort, after, ...filter }: LearnerListQuery,
): Promise<Outcome<LearnerList>> {
  const permitted = await requireLearnerScope(deps, person, 'learner.list', filter)
  if (!permitted.ok) return permitted
  const { scope, course, taught } = permitted.value
  const sort = parseSort(wantedSort)
  if (!course && sort.by !== 'joined') return refused('FIELD_INVALID', { fields: { sort: 'Please choose a course' } })
  const cursor = after === undefined ? null : parseCursor(after, sort)
  if (after !== undefined && !cursor) return refused('FIELD_INVALID', { fields: { after: 'This page does not exist' } })
  const [rows, count, counts] = await Promise.all([
    listLearnerRows(deps.db, scope, filter, { sort, after: cursor, limit: PAGE_LENGTH + 1 }),
    countLearners(deps.db, scope, filter),
    course ? countViews(deps, permitted.value, filter) : null,
  ])
  await recordRead(deps, {
    actor: { kind: person.audience, id: person.personId },
    action: 'learners-listed',
    object: { kind: 'course', id: course?.courseCode ?? 'all' },
  })
  const page = rows.slice(0, PAGE_LENGTH)
  return accepted({
    learners: await viewLearners(deps.db, page, permitted.value),
    count,
    next: rows.length > PAGE_LENGTH ? formatCursor(page.at(-1)!) : null,
    courses: taught.map(({ courseCode, title, roles }) => ({
      coursePrefixCode: courseCode,
      title,
      actions: listActions(roles),
    })),
    course: course && counts && { ...viewCourse(course), counts },
  })
}

/** Of the people with a seat, in the chosen cohort. */
async function countViews({ db }: Deps, { scope }: PermittedScope, { course, cohort }: LearnerFilter) {
  const filter = { course, cohort, state: 'active' as const }
  const [all, behind, unseen, overdue] = await Promise.all([
    countLearners(db, scope, filter),
    countLearners(db, scope, { ...filter, behind: '1' }),
    countLearners(db, scope, { ...filter, unseenDays: UNSEEN_DAYS }),
    countLearners(db, scope, { ...filter, payment: 'overdue' }),
  ])
  return { all, behind, unseen, overdue }
}

function viewCourse({
  courseCode,
  title,
  roles,
  isLive,
  cohorts,
}: NonNullable<PermittedScope['course']>): Omit<ChosenCourse, 'counts'> {
  return {
    coursePrefixCode: courseCode,
    title,
    actions: listActions(roles),
    isLive,
    cohorts: cohorts.map((cohort) => ({
      cohortCode: cohort.cohort_code,
      name: cohort.name,
      startsAt: cohort.starts_at?.toISOString() ?? null,
      timezoneId: cohort.timezone_id,
      isOpen: cohort.is_open,
      isFull: cohort.is_full,
    })),
  }
}

export function parseSort(sort: LearnerListQuery['sort'] = '-joined'): LearnerSort {
  return { by: sort.replace('-', '') as LearnerSort['by'], isDescending: sort.startsWith('-') }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const VALUES: Readonly<Record<LearnerSort['by'], RegExp>> = {
  joined: UUID,
  name: /^[^\0]*$/,
  progress: /^\d{1,9}$/,
  seen: /^\d{4}-\d\d-\d\d$/,
}

const formatCursor = ({ sort_value, id }: LearnerRowColumns): string =>
  Buffer.from(JSON.stringify([sort_value, id])).toString('base64url')

/** Null for a text that is no cursor of this sort. */
function parseCursor(text: string, { by }: LearnerSort): LearnerCursor | null {
  try {
    const [value, enrolmentId] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof value !== 'string' || typeof enrolmentId !== 'string') return null
    if (!UUID.test(enrolmentId) || !VALUES[by].test(value)) return null
    return by === 'seen' && Number.isNaN(Date.parse(value)) ? null : { value, enrolmentId }
  } catch {
    return null
  }
}
