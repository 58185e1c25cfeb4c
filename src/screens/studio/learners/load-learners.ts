/** Loads the page of learners by the URL: the list and the open learner. */
import { LEARNER_SORTS, PAYMENT_FILTERS, type PaymentFilter, SEAT_STATES } from '#domain/learners/learner-list.ts'
import type { RequestQuery } from '#http/endpoint.ts'
import {
  type ChosenCourse,
  type LearnerDetail,
  type LearnerRow,
  listLearners,
  readLearner,
} from '#learn/learners/wire.ts'
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type ListDetailData, loadListDetail } from '#people/app-shell/load-list-detail.ts'

export type LearnersFilter = Omit<RequestQuery<typeof listLearners>, 'after' | 'unseenDays'> & { unseenDays?: string }
type LearnerList = {
  learners: LearnerRow[]
  count: number
  next: string | null
  courses: { coursePrefixCode: string; title: string; actions: ChosenCourse['actions'] }[]
  course: ChosenCourse | null
}
export type LearnersPageData = ListDetailData<LearnerList, LearnerDetail> & { filter: LearnersFilter }

export async function loadLearners(request: AppRequest): Promise<LearnersPageData> {
  const { client, query, session } = request
  const filter = parseFilter(query, session.as === 'admin')
  const data = await loadListDetail<LearnerList, LearnerDetail>(request, {
    list: (after) =>
      client.call(listLearners, {
        auth: session.as,
        query: { ...filter, ...(after && { after: after.slice(0, 600) }) },
      }),
    entry: (enrolmentId) => client.call(readLearner, { auth: session.as, params: { enrolmentId } }),
  })
  return { ...data, filter }
}

/** Over all courses, an admin filters by the states that are few. */
export const listPayments = (isNarrow: boolean): readonly PaymentFilter[] =>
  isNarrow ? PAYMENT_FILTERS : ['due', 'deposit', 'overdue', 'part-refunded', 'refunded']

/** Drops values that are not valid, and those that need a course without one. */
function parseFilter(query: URLSearchParams, isAdmin: boolean): LearnersFilter {
  const read = (name: string) => query.get(name)?.trim() || null
  const [q, course, cohort, unseen] = [read('q'), read('course'), read('cohort'), Number(read('unseen'))]
  const isNarrow = course !== null || !isAdmin
  const state = isNarrow ? SEAT_STATES.find((one) => one === query.get('state')) : undefined
  const payment = listPayments(isNarrow).find((one) => one === query.get('payment'))
  const sort = LEARNER_SORTS.find((one) => one === query.get('sort'))
  return {
    ...(q && { q: q.slice(0, 200) }),
    ...(course && { course: course.slice(0, 64) }),
    ...(course && cohort && { cohort: cohort.slice(0, 64) }),
    ...(state && { state }),
    ...(isNarrow && Number.isInteger(unseen) && unseen >= 1 && unseen <= 365 && { unseenDays: String(unseen) }),
    ...(course && query.get('behind') === '1' && { behind: '1' as const }),
    ...(payment && { payment }),
    ...(sort && (course || sort.endsWith('joined')) && { sort }),
  }
}
