import type { CourseCard, CourseDefinition } from '#catalogue/catalog/wire.ts'
import text from '#ui/text.module.css'
import { useSite } from '#ui/use-site.ts'
import { CompareTable } from '../catalogue/compare-table.tsx'
import { getFirstName } from '../course-labels.ts'
import { BuyBar, BuyCard } from '../enrol/buy-card.tsx'
import { DatesTable } from '../enrol/dates-table.tsx'
import { QuickEnrol } from '../enrol/quick-enrol.tsx'
import type { PageFormResult } from '../handle-page-form.ts'
import { useMarket } from '../market/market.tsx'
import { MarketPrice } from '../market/market-price.tsx'
import { CourseArt } from './course-art.tsx'
import { CourseIntro } from './course-intro.tsx'
import styles from './course-page.module.css'
import { Curriculum } from './curriculum.tsx'
import { CurriculumByMail } from './curriculum-by-mail.tsx'
import { MoreCourses } from './more-courses.tsx'
import { getOneSession, OneDate } from './one-date.tsx'
import { PointList } from './point-list.tsx'
import { QuestionsAndTerms } from './questions-and-terms.tsx'
import { StudentWorkSection } from './student-work.tsx'
import { Teachers } from './teachers.tsx'
import { Testimonials } from './testimonials.tsx'
import { Trailer } from './trailer.tsx'

/** `poster`: URL or data URL. `page`: path of a general page, which shows the quick enrolment form; null for a creator page. */
type Props = {
  course: CourseDefinition
  poster: string
  comparedCourses?: CourseDefinition[]
  otherCourses: CourseCard[]
  page?: string | null
  sent: PageFormResult | null
}

export function CoursePage({ course, poster, comparedCourses = [], otherCourses, page = null, sent }: Props) {
  // A market page shows local testimonials instead of student work.
  const isMarket = useMarket() !== null
  const sendsMail = useSite()?.sendsMail ?? true
  const oneSession = getOneSession(course)
  const { hiddenParts } = course
  return (
    <main id="content" data-hue={course.images.hue} data-course-state={course.state.code}>
      <div className={course.trailer ? `${text.wrap} ${styles.top} ${styles.filmed}` : `${text.wrap} ${styles.top}`}>
        {course.trailer ? (
          <Trailer course={course} trailer={course.trailer} poster={poster} />
        ) : (
          <div className={styles.art}>
            <CourseArt images={course.images} poster={poster} />
          </div>
        )}
        <CourseIntro course={course} />
        <div className={styles.rail}>
          <BuyCard course={course} sent={sent} />
        </div>
        <div className={styles.body}>
          <MarketPrice course={course} />
          <PointList id="leave" title="What you leave with" points={course.benefits} />
          {page && <QuickEnrol course={course} sendsMail={sendsMail} page={page} sent={sent} />}
          {oneSession
            ? !hiddenParts.includes('dates') && <OneDate session={oneSession} teacher={getFirstName(course)} />
            : !hiddenParts.includes('curriculum') && (
                <Curriculum course={course}>
                  <CurriculumByMail course={course} sent={sent} />
                </Curriculum>
              )}
          <PointList id="requirements" title="What to bring" points={course.requirements} />
          {!hiddenParts.includes('teachers') && <Teachers course={course} />}
          <Testimonials course={course} />
          {course.deliveryType === 'live' &&
            course.cohorts.length > 0 &&
            !oneSession &&
            !hiddenParts.includes('dates') && <DatesTable course={course} sent={sent} />}
        </div>
      </div>
      {!isMarket && <StudentWorkSection course={course} />}
      <CompareTable courses={comparedCourses} />
      <QuestionsAndTerms course={course} />
      <MoreCourses title="On sale now" cards={otherCourses} />
      <BuyBar course={course} />
    </main>
  )
}
