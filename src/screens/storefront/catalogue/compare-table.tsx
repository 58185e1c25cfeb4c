import type { ReactNode } from 'react'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { When, ZoneName } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { formatCourseKind } from '../course-labels.ts'
import { ChargedPrice, LocalPrice, PriceBeforeDiscount } from '../enrol/price.tsx'
import styles from './compare-table.module.css'
import { CourseStateChip } from './course-state-chip.tsx'

const ROWS: { label: string; render: (course: CourseDefinition, isOwnCourse: boolean) => ReactNode }[] = [
  { label: 'Next start', render: (course) => <NextStartCell course={course} /> },
  { label: 'Length', render: ({ duration }) => duration },
  { label: 'Format', render: formatCourseKind },
  { label: 'Meets', render: ({ classTime }) => classTime },
  { label: 'Recordings', render: ({ videoTime }) => videoTime },
  { label: 'Level', render: ({ level }) => level },
  { label: 'Taught by', render: ({ instructors }) => instructors.map(({ name }) => name).join(', ') },
  {
    label: 'Price',
    render: (course) => (
      <>
        <ChargedPrice course={course} /> <PriceBeforeDiscount course={course} />
        <LocalPrice course={course} />
      </>
    ),
  },
  {
    label: 'Page',
    render: ({ title, url }, isOwnCourse) =>
      isOwnCourse ? (
        'This page'
      ) : (
        <a href={url}>
          See it<span className={text.unseen}>: {title}</span>
        </a>
      ),
  },
]

export function CompareTable({ courses }: { courses: CourseDefinition[] }) {
  const pageCourse = courses[0]
  if (!pageCourse || courses.length < 2) return null
  const rows = ROWS.map(({ label, render }) => ({
    label,
    cells: courses.map((course) => render(course, course === pageCourse)),
  }))
  return (
    <section className={`${text.wrap} ${text.section}`} aria-labelledby="compare">
      <div className={text.sectionHead}>
        <h2 id="compare">Side by side</h2>
      </div>
      <div className={styles.frame}>
        <table className={styles.table} data-courses={courses.length}>
          <thead>
            <tr>
              <td />
              {courses.map((course) => (
                <th key={course.coursePrefixCode} scope="col" data-own={course === pageCourse || undefined}>
                  {course.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ cells }) => cells.some(Boolean))
              .map(({ label, cells }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {courses.map((course, index) => (
                    <td key={course.coursePrefixCode} data-own={course === pageCourse || undefined}>
                      {cells[index] || <span className={text.note}>Not set</span>}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function NextStartCell({ course }: { course: CourseDefinition }) {
  const { nextDate, deliveryType, state } = course
  if (deliveryType === 'on-demand' && state.code === 'on-demand') return 'Whenever you like'
  if (!nextDate?.startsAt) return state.code === 'coming-soon' ? 'Dates to be announced' : 'No date yet'
  return (
    <>
      <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="day" />,{' '}
      <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="class-time" />
      <small>
        <ZoneName zone={nextDate.timezoneId} />
      </small>
      {state.code !== 'open' && <CourseStateChip course={course} />}
    </>
  )
}
