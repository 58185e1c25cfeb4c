import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Poster } from '#ui/poster.tsx'
import type { Sent } from '../take-sent-form.ts'
import styles from './curriculum-by-mail.module.css'
import { Interest } from './interest-form.tsx'

export function CurriculumByMail({ course, sent }: { course: CourseDefinition; sent: Sent | null }) {
  if (course.state.callToAction === 'none') return null
  const own = sent?.ask === 'curriculum' ? sent : null
  return (
    <details className={styles.part} open={own !== null}>
      <summary>
        <span className={styles.sheet}>
          <Poster src={course.images.poster} loading="lazy" />
        </span>
        <span>
          <b>Have the curriculum by e-mail</b>
          <small>Every part of it, as a PDF to print</small>
        </span>
      </summary>
      <Interest ask="curriculum" courseCode={course.coursePrefixCode} page={course.url} sent={own} />
    </details>
  )
}
