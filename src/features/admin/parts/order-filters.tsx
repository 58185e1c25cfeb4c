import { Plus, Search, X } from 'lucide-react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Field, SelectField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { ClassWhen } from '#ui/when.tsx'
import { STATUSES } from '../wire/statuses.ts'
import type { Filter, Orders } from './load-orders.ts'
import styles from './order-filters.module.css'
import { placeIn } from './place.ts'
import { STATUS_WORDS } from './status-chip.tsx'

const PAUSE_MS = 250
const ONLY = { attention: 'needs a look', 'balance-due': 'balance due', refunded: 'refunded' } as const
const NONE = { q: null, status: null, since: null, course: null, only: null, after: null }

export function OrderFilters({ filter, courses }: { filter: Filter; courses: Orders['courses'] }) {
  const [asked] = useSearchParams()
  const navigate = useNavigate()
  const without = (name: string) => placeIn(asked, { [name]: null, after: null })
  const change = (name: string, value: string) =>
    void navigate(placeIn(asked, { [name]: value || null, after: null, open: null }), { preventScrollReset: true })
  const { status, since, courseCode, only } = filter
  const course = courses.find((one) => one.courseCode === courseCode)
  return (
    <search className={styles.filters}>
      <SearchBox key="search" q={filter.q ?? ''} onSearch={(q) => change('q', q)} />
      {status && (
        <Active name="Status" value={STATUS_WORDS[status].toLowerCase()} to={without('status')}>
          {STATUS_WORDS[status].toLowerCase()}
        </Active>
      )}
      {since && (
        <Active name="Placed" value={`since ${since}`} to={without('since')}>
          since <ClassWhen at={`${since}T12:00:00Z`} zone="UTC" form="date" />
        </Active>
      )}
      {courseCode && (
        <Active name="Course" value={courseCode} to={without('course')}>
          {course ? `${course.title}, ${courseCode}` : courseCode}
        </Active>
      )}
      {only && (
        <Active name="Only" value={ONLY[only]} to={without('only')}>
          {ONLY[only]}
        </Active>
      )}
      <details className={styles.add} onBlur={closeWhenLeft} onKeyDown={closeByKey}>
        <summary>
          <Plus size={16} aria-hidden /> Filter
        </summary>
        <div tabIndex={-1}>
          <SelectField
            name="status"
            label="Status"
            value={status ?? ''}
            onChange={({ currentTarget }) => change('status', currentTarget.value)}
          >
            <option value="">Any</option>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {STATUS_WORDS[one]}
              </option>
            ))}
          </SelectField>
          <Field
            name="since"
            label="Placed since"
            type="date"
            value={since ?? ''}
            onChange={({ currentTarget }) => change('since', currentTarget.value)}
          />
          <SelectField
            name="course"
            label="Course"
            value={courseCode ?? ''}
            onChange={({ currentTarget }) => change('course', currentTarget.value)}
          >
            <option value="">Any</option>
            {courses.map((one) => (
              <option key={one.courseCode} value={one.courseCode}>
                {one.title}, {one.courseCode}
              </option>
            ))}
          </SelectField>
        </div>
      </details>
      {Object.keys(filter).length > 0 && (
        <Link className={text.link} to={placeIn(asked, NONE)} preventScrollReset>
          Clear
        </Link>
      )}
    </search>
  )
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

function closeByKey(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.preventDefault()
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

type Chosen = { name: string; value: string; to: string; children: ReactNode }

function Active({ name, value, to, children }: Chosen) {
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
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (event?: FormEvent) => {
    event?.preventDefault()
    clearTimeout(timer.current)
    const typed = box.current?.value.trim() ?? ''
    if (typed !== q) onSearch(typed)
  }
  return (
    <form className={styles.search} onSubmit={search}>
      <Search size={16} aria-hidden />
      <input
        ref={box}
        type="search"
        name="q"
        defaultValue={q}
        placeholder="Order, name, e-mail"
        aria-label="Search orders"
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        data-search-orders
        onInput={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, PAUSE_MS)
        }}
      />
    </form>
  )
}
