import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { InterestIsland } from '../enrol/interest-form.tsx'
import type { PageFormResult } from '../handle-page-form.ts'
import { InterestCard } from '../home/interest-card.tsx'
import styles from './curriculum.module.css'

export function CurriculumByMail({ course, sent }: { course: CourseDefinition; sent: PageFormResult | null }) {
  if (course.state.callToAction === 'none') return null
  const sentCurriculum = sent?.formKind === 'curriculum' ? sent : null
  return (
    <>
      <InterestCard
        title="Get the curriculum by e-mail"
        note={`The full curriculum as a PDF${course.deliveryType === 'live' ? ', with the times in your zone' : ''}`}
        poster={course.images.poster}
        isOpen={sentCurriculum !== null}
      >
        <InterestIsland
          interest="curriculum"
          courseCode={course.coursePrefixCode}
          courseName={course.title}
          page={course.url}
          sent={sentCurriculum}
        />
      </InterestCard>
      {course.pdfLink && (
        <p className={styles.pdf}>
          <a href={course.pdfLink}>Open the curriculum as a PDF</a>
        </p>
      )}
    </>
  )
}
