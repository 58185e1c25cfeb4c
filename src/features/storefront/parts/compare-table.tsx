import type { ReactNode } from 'react'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import text from '#ui/text.module.css'
import { When, ZoneName } from '#ui/when.tsx'
import { kindOf } from '../words.ts'
import styles from './compare-table.module.css'
import { Before, Charged } from './price.tsx'
import { StateChip } from './state-chip.tsx'

const ROWS: { label: string; tell: (course: CourseDefinition, isOwn: boolean) => ReactNode }[] = [
  { label: 'Next start', tell: (course) => <Start course={course} /> },
  { label: 'Length', tell: ({ duration }) => duration },
  { label: 'How', tell: kindOf },
  { label: 'Meets', tell: ({ classTime }) => classTime },
  { label: 'To watch again', tell: ({ videoTime }) => videoTime },
  { label: 'Level', tell: ({ level }) => level },
  { label: 'Taught by', tell: ({ instructors }) => instructors.map(({ name }) => name).join(', ') },
  {
    label: 'Price',
    tell: (course) => (
      <>
        <Charged course={course} /> <Before course={course} />
      </>
    ),
  },
  {
    label: 'Page',
    tell: ({ title, url }, isOwn) =>
      isOwn ? (
        'You are on it'
      ) : (
        <a href={url}>
          See it<span className={text.unseen}>: {title}</span>
        </a>
      ),
  },
]

export function CompareTable({ courses }: { courses: CourseDefinition[] }) {
  const own = courses[0]
  if (!own || courses.length < 2) return null
  const rows = ROWS.map(({ label, tell }) => ({ label, told: courses.map((course) => tell(course, course === own)) }))
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
                <th key={course.coursePrefixCode} scope="col" data-own={course === own || undefined}>
                  {course.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ told }) => told.some(Boolean))
              .map(({ label, told }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {courses.map((course, index) => (
                    <td key={course.coursePrefixCode} data-own={course === own || undefined}>
                      {told[index] || <span className={text.note}>Not said</span>}
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

function Start({ course }: { course: CourseDefinition }) {
  const { nextDate, deliveryType, state } = course
  if (deliveryType === 'on-demand' && state.code === 'on-demand') return 'Whenever you like'
  if (!nextDate?.startsAt) return state.code === 'coming-soon' ? 'Dates to be announced' : 'No date yet'
  return (
    <>
      <When at={nextDate.startsAt} zone={nextDate.timezoneId} />
      <small>
        <ZoneName zone={nextDate.timezoneId} />
      </small>
      {state.code !== 'open' && <StateChip course={course} />}
    </>
  )
}
