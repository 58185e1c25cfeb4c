import type { FormEvent } from 'react'
import { Field, SelectField } from '#ui/field.tsx'
import { type ActiveFilter, FilterBar, useFilter } from '#ui/list/filter-bar.tsx'
import { ClassWhen } from '#ui/local-time.tsx'
import { ORDER_STATUSES } from '../wire/statuses.ts'
import type { OrdersPageData } from './load-orders.ts'
import { STATUS_LABELS } from './status-chip.tsx'

const ONLY_LABELS = { attention: 'needs attention', 'balance-due': 'balance due', refunded: 'refunded' } as const
export const CLEARED_FILTERS = { q: null, status: null, since: null, course: null, only: null, after: null }

type Props = Pick<OrdersPageData, 'filter' | 'courses' | 'hasMoreCourses'>

export function OrderFilters({ filter, courses, hasMoreCourses }: Props) {
  const setFilter = useFilter()
  const { q = '', status = '', since = '', courseCode = '' } = filter
  return (
    <FilterBar
      search={{ text: q, label: 'Search orders', placeholder: 'Order, invoice, name, e-mail' }}
      active={listActiveFilters(filter, courses)}
      cleared={CLEARED_FILTERS}
    >
      <SelectField
        name="status"
        label="Status"
        value={status}
        onChange={({ currentTarget }) => setFilter('status', currentTarget.value)}
      >
        <option value="">Any</option>
        {ORDER_STATUSES.map((one) => (
          <option key={one} value={one}>
            {STATUS_LABELS[one]}
          </option>
        ))}
      </SelectField>
      <Field
        name="since"
        label="Placed since"
        type="date"
        value={since}
        onChange={({ currentTarget }) => setFilter('since', currentTarget.value)}
      />
      <CourseFields
        courses={courses}
        hasMoreCourses={hasMoreCourses}
        courseCode={courseCode}
        onSelect={(code) => setFilter('course', code)}
      />
    </FilterBar>
  )
}

function listActiveFilters(
  { status, since, courseCode, only }: Props['filter'],
  courses: Props['courses'],
): ActiveFilter[] {
  const filters: ActiveFilter[] = []
  const add = (name: string, label: string, spoken: string, value: ActiveFilter['value'] = spoken) =>
    filters.push({ name, label, spoken, value })
  if (status) add('status', 'Status', STATUS_LABELS[status].toLowerCase())
  if (since)
    add(
      'since',
      'Placed',
      `since ${since}`,
      <>
        since <ClassWhen at={`${since}T12:00:00Z`} zone="UTC" form="date" />
      </>,
    )
  const course = courses.find((one) => one.courseCode === courseCode)
  if (courseCode) add('course', 'Course', courseCode, course ? `${course.title}, ${courseCode}` : courseCode)
  if (only) add('only', 'Only', ONLY_LABELS[only])
  return filters
}

type CourseFieldsProps = Pick<Props, 'courses' | 'hasMoreCourses'> & {
  courseCode: string
  onSelect: (courseCode: string) => void
}

function CourseFields({ courses, hasMoreCourses, courseCode, onSelect }: CourseFieldsProps) {
  const isListed = courseCode === '' || courses.some((one) => one.courseCode === courseCode)
  const submitCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSelect(String(new FormData(event.currentTarget).get('code')).trim().toUpperCase())
  }
  return (
    <>
      <SelectField
        name="course"
        label="Course"
        value={courseCode}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      >
        <option value="">Any</option>
        {courses.map((one) => (
          <option key={one.courseCode} value={one.courseCode}>
            {one.title}, {one.courseCode}
          </option>
        ))}
        {!isListed && <option value={courseCode}>{courseCode}</option>}
      </SelectField>
      {hasMoreCourses && (
        <form onSubmit={submitCode}>
          <Field name="code" label="Older course, by code" maxLength={64} enterKeyHint="search" autoComplete="off" />
        </form>
      )}
    </>
  )
}
