import { Link, useSearchParams } from 'react-router'
import { type Column, DataTable, EmptyState } from '#ui/list/data-table.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { ClassWhen } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { CohortMoney, CourseMoney, MoneyFigures, MoneyReport } from '../wire/money.ts'
import styles from './money.module.css'
import { negate } from './money-totals.tsx'

type CourseRow = MoneyFigures & Pick<CourseMoney, 'courseCode' | 'title'> & { kind: CourseMoney['kind'] | 'total' }

export function CourseTable({ report: { courses, total, course } }: { report: MoneyReport }) {
  const [query] = useSearchParams()
  const nameColumn: Column<CourseRow> = {
    header: 'Course',
    isRowHeader: true,
    cell: ({ kind, courseCode, title }) => {
      if (kind === 'total') return 'All together'
      if (kind === 'gift-cards') return 'Gift cards sold'
      if (kind === 'other') return 'Without an order'
      return <Link to={withSearchParams(query, { course: courseCode })}>{title}</Link>
    },
  }
  return (
    <section className={styles.part} aria-labelledby="by-course">
      <h2 id="by-course">By course</h2>
      <DataTable<CourseRow>
        columns={[nameColumn, ...createFigureColumns<CourseRow>()]}
        rows={courses}
        rowKey={({ kind, courseCode }) => `${kind} ${courseCode}`}
        openKey={course ? `course ${course.courseCode}` : null}
        totals={{ ...total, kind: 'total', courseCode: null, title: null }}
        empty={<EmptyState clearUrl={null}>No money moved in these days.</EmptyState>}
      />
    </section>
  )
}

export function CohortTable({ course }: { course: NonNullable<MoneyReport['course']> }) {
  const [query] = useSearchParams()
  const nameColumn: Column<CohortMoney> = {
    header: 'Dates',
    isRowHeader: true,
    cell: ({ cohortCode, name, startsAt, timezoneId }) => (
      <span className={styles.cohort}>
        {name || cohortCode}
        <small>
          {cohortCode}
          {startsAt && (
            <>
              {' · from '}
              <ClassWhen at={startsAt} zone={timezoneId} form="date" />
            </>
          )}
        </small>
      </span>
    ),
  }
  return (
    <section className={styles.part} aria-labelledby="by-dates">
      <header>
        <h2 id="by-dates">{course.title}</h2>
        <Link to={withSearchParams(query, { course: null })}>Close</Link>
      </header>
      <DataTable<CohortMoney>
        columns={[nameColumn, ...createFigureColumns<CohortMoney>()]}
        rows={course.cohorts}
        rowKey={({ cohortCode }) => cohortCode}
        empty={<EmptyState clearUrl={null}>No money of this course moved in these days.</EmptyState>}
      />
    </section>
  )
}

function createFigureColumns<Row extends MoneyFigures>(): Column<Row>[] {
  const figure = (header: string, pick: (row: Row) => MoneyFigures['kept'], isMain = false): Column<Row> => ({
    header,
    look: 'number',
    cell: (row) => {
      const amount = pick(row)
      if (Number(amount.amount) === 0) return '–'
      return isMain ? (
        <b>
          <Money {...amount} exact />
        </b>
      ) : (
        <Money {...amount} exact />
      )
    },
  })
  return [
    figure('Charged', ({ charged }) => charged),
    figure('Refunded', ({ refunded }) => negate(refunded)),
    figure('Disputed', ({ disputed }) => negate(disputed)),
    figure('Kept', ({ kept }) => kept, true),
    figure('Due', ({ due }) => due),
  ]
}
