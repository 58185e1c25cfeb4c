import { Plus, Search, X } from 'lucide-react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { ClassWhen } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { ORDER_STATUSES } from '../wire/statuses.ts'
import type { OrdersPageData } from './load-orders.ts'
import styles from './order-filters.module.css'
import { STATUS_LABELS } from './status-chip.tsx'

const SEARCH_DELAY_MS = 250
const ONLY_LABELS = { attention: 'needs attention', 'balance-due': 'balance due', refunded: 'refunded' } as const
const CLEARED_FILTERS = { q: null, status: null, since: null, course: null, only: null, after: null }

type Props = Pick<OrdersPageData, 'filter' | 'courses' | 'hasMoreCourses'>

export function OrderFilters({ filter, courses, hasMoreCourses }: Props) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const urlWithout = (name: string) => withSearchParams(query, { [name]: null, after: null })
  const applyFilter = (name: string, value: string) =>
    void navigate(withSearchParams(query, { [name]: value || null, after: null, open: null }), {
      preventScrollReset: true,
    })
  const { status, since, courseCode, only } = filter
  const course = courses.find((one) => one.courseCode === courseCode)
  return (
    <search className={styles.filters}>
      <SearchBox key="search" q={filter.q ?? ''} onSearch={(q) => applyFilter('q', q)} />
      {status && (
        <ActiveFilter name="Status" value={STATUS_LABELS[status].toLowerCase()} to={urlWithout('status')}>
          {STATUS_LABELS[status].toLowerCase()}
        </ActiveFilter>
      )}
      {since && (
        <ActiveFilter name="Placed" value={`since ${since}`} to={urlWithout('since')}>
          since <ClassWhen at={`${since}T12:00:00Z`} zone="UTC" form="date" />
        </ActiveFilter>
      )}
      {courseCode && (
        <ActiveFilter name="Course" value={courseCode} to={urlWithout('course')}>
          {course ? `${course.title}, ${courseCode}` : courseCode}
        </ActiveFilter>
      )}
      {only && (
        <ActiveFilter name="Only" value={ONLY_LABELS[only]} to={urlWithout('only')}>
          {ONLY_LABELS[only]}
        </ActiveFilter>
      )}
      <details className={styles.add} onBlur={closeOnBlur} onKeyDown={closeOnEscape}>
        <summary>
          <Plus size={16} aria-hidden /> Filter
        </summary>
        <div tabIndex={-1}>
          <SelectField
            name="status"
            label="Status"
            value={status ?? ''}
            onChange={({ currentTarget }) => applyFilter('status', currentTarget.value)}
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
            value={since ?? ''}
            onChange={({ currentTarget }) => applyFilter('since', currentTarget.value)}
          />
          <CourseFields
            courses={courses}
            hasMoreCourses={hasMoreCourses}
            courseCode={courseCode ?? ''}
            onSelect={(code) => applyFilter('course', code)}
          />
        </div>
      </details>
      {Object.keys(filter).length > 0 && (
        <Link className={text.link} to={withSearchParams(query, CLEARED_FILTERS)} preventScrollReset>
          Clear
        </Link>
      )}
    </search>
  )
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

function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.preventDefault()
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

type ActiveFilterProps = { name: string; value: string; to: string; children: ReactNode }

function ActiveFilter({ name, value, to, children }: ActiveFilterProps) {
  return (
    <span className={styles.chosen}>
      {name} <b>{children}</b>
      <Link to={to} preventScrollReset aria-label={`Remove filter: ${name.toLowerCase()} ${value}`}>
        <X size={15} aria-hidden />
      </Link>
    </span>
  )
}

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const searchInput = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (searchInput.current && searchInput.current !== document.activeElement) searchInput.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (event?: FormEvent) => {
    event?.preventDefault()
    clearTimeout(timer.current)
    const searchText = searchInput.current?.value.trim() ?? ''
    if (searchText !== q) onSearch(searchText)
  }
  return (
    <form className={styles.search} onSubmit={search}>
      <Search size={16} aria-hidden />
      <input
        ref={searchInput}
        type="search"
        name="q"
        defaultValue={q}
        placeholder="Order, invoice, name, e-mail"
        aria-label="Search orders"
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        data-search-orders
        onInput={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, SEARCH_DELAY_MS)
        }}
      />
    </form>
  )
}
