import type { CourseCard, CourseDefinition } from '#features/catalog/wire.ts'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import type { Sent } from '../take-sent-form.ts'
import { BuyBar, BuyCard } from './buy-card.tsx'
import { CompareTable } from './compare-table.tsx'
import { CourseIntro } from './course-intro.tsx'
import styles from './course-page.module.css'
import { Curriculum } from './curriculum.tsx'
import { CurriculumByMail } from './curriculum-by-mail.tsx'
import { DatesTable } from './dates-table.tsx'
import { Made } from './made.tsx'
import { useMarket } from './market.tsx'
import { MarketPrice } from './market-price.tsx'
import { MoreCourses } from './more-courses.tsx'
import { PointList } from './point-list.tsx'
import { QuestionsAndTerms } from './questions-and-terms.tsx'
import { QuickEnrol } from './quick-enrol.tsx'
import { Teachers } from './teachers.tsx'
import { Voices } from './voices.tsx'

/** `poster`: its address, or the poster itself. `page`: the address of a general page, which has a short form of its own; null for a creator's. */
type Props = {
  course: CourseDefinition
  poster: string
  compared?: CourseDefinition[]
  others: CourseCard[]
  page?: string | null
  sent: Sent | null
}

export function CoursePage({ course, poster, compared = [], others, page = null, sent }: Props) {
  // A market's page has the voices of people nearby.
  const isMarket = useMarket() !== null
  return (
    <main id="content" data-hue={course.images.hue} data-course-state={course.state.code}>
      <div className={`${text.wrap} ${styles.top}`}>
        <div className={styles.art}>
          <Poster src={poster} />
        </div>
        <CourseIntro course={course} />
        <div className={styles.rail}>
          <BuyCard course={course} sent={sent} />
        </div>
        <div className={styles.body}>
          <MarketPrice course={course} />
          <PointList id="leave" title="What you leave with" points={course.benefits} />
          {page && <QuickEnrol course={course} page={page} sent={sent} />}
          <Curriculum course={course}>
            <CurriculumByMail course={course} sent={sent} />
          </Curriculum>
          <PointList id="bring" title="What to bring" points={course.bring} />
          <Teachers course={course} />
          <Voices course={course} />
          {course.deliveryType === 'live' && course.cohorts.length > 0 && <DatesTable course={course} sent={sent} />}
        </div>
      </div>
      {!isMarket && <Made course={course} />}
      <CompareTable courses={compared} />
      <QuestionsAndTerms course={course} />
      <MoreCourses title="On sale now" cards={others} />
      <BuyBar course={course} />
    </main>
  )
}
