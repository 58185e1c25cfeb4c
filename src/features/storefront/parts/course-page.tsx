import type { CourseCard, CourseDefinition } from '#features/catalog/wire.ts'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import { BuyBar, BuyCard } from './buy-card.tsx'
import { CourseIntro } from './course-intro.tsx'
import styles from './course-page.module.css'
import { Curriculum } from './curriculum.tsx'
import { CurriculumByMail } from './curriculum-by-mail.tsx'
import { DatesTable } from './dates-table.tsx'
import type { Sent } from './interest-form.tsx'
import { MarketPrice } from './market-price.tsx'
import { MoreCourses } from './more-courses.tsx'
import { PointList } from './point-list.tsx'
import { QuestionsAndTerms } from './questions-and-terms.tsx'
import { Teachers } from './teachers.tsx'
import { Voices } from './voices.tsx'

type Props = { course: CourseDefinition; others: CourseCard[]; sent: Sent | null }

export function CoursePage({ course, others, sent }: Props) {
  return (
    <main id="content" data-hue={course.images.hue} data-course-state={course.state.code}>
      <div className={`${text.wrap} ${styles.top}`}>
        <div className={styles.art}>
          <Poster src={course.images.poster} first />
        </div>
        <CourseIntro course={course} />
        <div className={styles.rail}>
          <BuyCard course={course} sent={sent} />
        </div>
        <div className={styles.body}>
          <MarketPrice course={course} />
          <PointList id="leave" title="What you leave with" points={course.benefits} />
          <Curriculum course={course}>
            <CurriculumByMail course={course} sent={sent} />
          </Curriculum>
          <PointList id="bring" title="What to bring" points={course.bring} />
          <Teachers course={course} />
          <Voices course={course} />
          {course.deliveryType === 'live' && course.cohorts.length > 0 && <DatesTable course={course} />}
        </div>
      </div>
      <QuestionsAndTerms course={course} />
      <MoreCourses title="On the bill now" cards={others} />
      <BuyBar course={course} />
    </main>
  )
}
