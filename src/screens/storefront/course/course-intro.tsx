import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Chip } from '#ui/chip.tsx'
import text from '#ui/text.module.css'
import { CourseStateChip } from '../catalogue/course-state-chip.tsx'
import { CourseByline } from '../course-byline.tsx'
import styles from './course-intro.module.css'

const MAX_FACTS = 4
const LONG_TITLE = 60
const countFormat = new Intl.NumberFormat('en-GB')

export function CourseIntro({ course }: { course: CourseDefinition }) {
  const studentFact = { label: 'Students so far', value: countFormat.format(course.studentCount) }
  const facts = [
    ...course.facts.slice(0, MAX_FACTS - 1),
    ...(course.studentCount > 0 ? [studentFact] : course.facts.slice(MAX_FACTS - 1, MAX_FACTS)),
  ]
  return (
    <div className={styles.intro}>
      <p className={styles.kicker}>
        <DeliveryChip course={course} />
        <span>
          <CourseByline course={course} />
        </span>
      </p>
      <h1 className={course.sectionTitle.length > LONG_TITLE ? styles.long : undefined}>{course.sectionTitle}</h1>
      <p className={text.lede}>{course.promise}</p>
      <dl className={styles.facts}>
        {facts.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two texts can be equal, and the list never changes here.
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function DeliveryChip({ course }: { course: CourseDefinition }) {
  if (course.deliveryType === 'on-demand') return <Chip tone="good">On demand</Chip>
  return ['coming-soon', 'ended'].includes(course.state.code) ? (
    <CourseStateChip course={course} />
  ) : (
    <Chip tone="live">Live online</Chip>
  )
}
