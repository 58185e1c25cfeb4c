import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Chip } from '#ui/chip.tsx'
import text from '#ui/text.module.css'
import { billingOf } from '../words.ts'
import styles from './course-intro.module.css'
import { StateChip } from './state-chip.tsx'

const MOST_FACTS = 4
const LONG_TITLE = 60
const people = new Intl.NumberFormat('en-GB')

export function CourseIntro({ course }: { course: CourseDefinition }) {
  const taken = { label: 'Past students', value: people.format(course.studentCount) }
  const facts = [
    ...course.facts.slice(0, MOST_FACTS - 1),
    ...(course.studentCount > 0 ? [taken] : course.facts.slice(MOST_FACTS - 1, MOST_FACTS)),
  ]
  return (
    <div className={styles.intro}>
      <p className={styles.kicker}>
        <Manner course={course} />
        <span>{billingOf(course)}</span>
      </p>
      <h1 className={course.sectionTitle.length > LONG_TITLE ? styles.long : undefined}>{course.sectionTitle}</h1>
      <p className={text.lede}>{course.promise}</p>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Manner({ course }: { course: CourseDefinition }) {
  if (course.deliveryType === 'on-demand') return <Chip tone="good">On demand</Chip>
  return ['coming-soon', 'ended'].includes(course.state.code) ? (
    <StateChip course={course} />
  ) : (
    <Chip tone="live">Live</Chip>
  )
}
