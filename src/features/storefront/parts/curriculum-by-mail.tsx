import type { CourseDefinition } from '#features/catalog/wire.ts'
import type { Sent } from '../take-sent-form.ts'
import styles from './curriculum-by-mail.module.css'
import { Interest } from './interest-form.tsx'

export function CurriculumByMail({ course, sent }: { course: CourseDefinition; sent: Sent | null }) {
  if (course.state.callToAction === 'none') return null
  const own = sent?.ask === 'curriculum' ? sent : null
  return (
    <details className={styles.part} open={own !== null}>
      <summary>Have the curriculum by e-mail</summary>
      <Interest ask="curriculum" courseCode={course.coursePrefixCode} page={course.url} sent={own} />
    </details>
  )
}
