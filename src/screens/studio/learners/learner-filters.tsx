import { Link, useSearchParams } from 'react-router'
import { UNSEEN_DAYS } from '#domain/learners/learner-list.ts'
import { formatListCount } from '#domain/list-count.ts'
import type { ChosenCourse } from '#learn/learners/wire.ts'
import { SelectField } from '#ui/field.tsx'
import { type ActiveFilter, FilterBar, useFilter } from '#ui/list/filter-bar.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import styles from './learners.module.css'
import { type LearnersFilter, type LearnersPageData, listPayments } from './load-learners.ts'
import { nameCohort, PAYMENT_FILTER_LABELS, SEAT_LABELS } from './words.ts'

/** The course stays. */
export const CLEARED_FILTERS = {
  q: null,
  cohort: null,
  state: null,
  unseen: null,
  behind: null,
  payment: null,
  after: null,
}
const UNSEEN_CHOICES = [7, 14, 30, 60]
const UNSEEN = String(UNSEEN_DAYS)

const MAX_QUICK_COURSES = 12

type Props = Pick<LearnersPageData, 'filter' | 'courses' | 'course' | 'session'>

export function LearnerFilters({ filter, courses, course, session }: Props) {
  const isNarrow = course !== null || session.as !== 'admin'
  const setFilter = useFilter()
  const [query] = useSearchParams()
  return (
    <>
      <FilterBar
        search={{ text: filter.q ?? '', label: 'Search learners', placeholder: 'Name, e-mail or order' }}
        active={listActive(filter, course)}
        cleared={CLEARED_FILTERS}
      >
        <SelectField
          name="course"
          label="Course"
          value={course?.coursePrefixCode ?? ''}
          onChange={({ currentTarget }) => setFilter('course', currentTarget.value)}
        >
          <option value="">All courses</option>
          {courses.map(({ coursePrefixCode, title }) => (
            <option key={coursePrefixCode} value={coursePrefixCode}>
              {title}
            </option>
          ))}
        </SelectField>
        {course && course.cohorts.length > 1 && (
          <SelectField
            name="cohort"
            label="Dates"
            value={filter.cohort ?? ''}
            onChange={({ currentTarget }) => setFilter('cohort', currentTarget.value)}
          >
            <option value="">All dates</option>
            {course.cohorts.map((cohort) => (
              <option key={cohort.cohortCode} value={cohort.cohortCode}>
                {nameCohort(cohort)}
              </option>
            ))}
          </SelectField>
        )}
        {isNarrow && (
          <SelectField
            name="state"
            label="Seat"
            value={filter.state ?? ''}
            onChange={({ currentTarget }) => setFilter('state', currentTarget.value)}
          >
            <option value="">Has a seat</option>
            <option value="over">{SEAT_LABELS.over}</option>
            <option value="ended">{SEAT_LABELS.ended}</option>
          </SelectField>
        )}
        {isNarrow && (
          <SelectField
            name="unseen"
            label="Not seen"
            value={filter.unseenDays ?? ''}
            onChange={({ currentTarget }) => setFilter('unseen', currentTarget.value)}
          >
            <option value="">Any</option>
            {UNSEEN_CHOICES.map((days) => (
              <option key={days} value={days}>
                For {days} days
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          name="payment"
          label="Payment"
          value={filter.payment ?? ''}
          onChange={({ currentTarget }) => setFilter('payment', currentTarget.value)}
        >
          <option value="">Any</option>
          {listPayments(isNarrow).map((value) => (
            <option key={value} value={value}>
              {PAYMENT_FILTER_LABELS[value]}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <nav className={styles.quick} aria-label="Quick filters">
        {course ? (
          <>
            <Quick name="behind" value="1" label="Behind" count={course.counts.behind} />
            <Quick
              name="unseen"
              value={UNSEEN}
              label={`Not seen for ${UNSEEN_DAYS} days`}
              count={course.counts.unseen}
            />
            <Quick name="payment" value="overdue" label="Payment overdue" count={course.counts.overdue} />
            <Link to={withSearchParams(query, { ...CLEARED_FILTERS, course: null, open: null, sort: null })}>
              All courses
            </Link>
          </>
        ) : (
          <>
            {courses.slice(0, MAX_QUICK_COURSES).map(({ coursePrefixCode, title }) => (
              <Link
                key={coursePrefixCode}
                to={withSearchParams(query, { course: coursePrefixCode, after: null, open: null })}
              >
                {title}
              </Link>
            ))}
            {courses.length > MAX_QUICK_COURSES && (
              <span className={styles.quiet}>
                {courses.length - MAX_QUICK_COURSES === 1
                  ? '1 more course'
                  : `${courses.length - MAX_QUICK_COURSES} more courses`}{' '}
                under Filter
              </span>
            )}
          </>
        )}
      </nav>
    </>
  )
}

type QuickProps = { name: string; value: string; label: string; count: number }

/** Sets one filter; pressed again, it removes it. */
function Quick({ name, value, label, count }: QuickProps) {
  const [query] = useSearchParams()
  const isOn = query.get(name) === value
  const to = withSearchParams(query, { [name]: isOn ? null : value, after: null, open: null })
  return (
    <Link to={to} aria-current={isOn ? 'true' : undefined} preventScrollReset>
      {label} <span>{formatListCount(count)}</span>
    </Link>
  )
}

function listActive(filter: LearnersFilter, course: ChosenCourse | null): ActiveFilter[] {
  const active: ActiveFilter[] = []
  const add = (name: string, label: string, spoken: string) => active.push({ name, label, spoken, value: spoken })
  const cohort = course?.cohorts.find(({ cohortCode }) => cohortCode === filter.cohort)
  if (filter.cohort) add('cohort', 'Dates', cohort ? nameCohort(cohort) : filter.cohort)
  if (filter.state && filter.state !== 'active') add('state', 'Seat', SEAT_LABELS[filter.state].toLowerCase())
  if (filter.unseenDays && (filter.unseenDays !== UNSEEN || !course))
    add('unseen', 'Not seen', `for ${filter.unseenDays} days`)
  if (filter.payment && (filter.payment !== 'overdue' || !course))
    add('payment', 'Payment', PAYMENT_FILTER_LABELS[filter.payment].toLowerCase())
  return active
}
