import type { CourseCard as Card, CourseDefinition } from '#catalogue/catalog/wire.ts'
import { When, ZoneName } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import grid from '../catalogue/course-card.module.css'
import { CourseCard } from '../catalogue/course-card.tsx'
import { BuyBar, BuyCard } from '../enrol/buy-card.tsx'
import { DatesTable } from '../enrol/dates-table.tsx'
import type { PageFormResult } from '../handle-page-form.ts'
import { CourseArt } from './course-art.tsx'
import { CourseIntro } from './course-intro.tsx'
import page from './course-page.module.css'
import { CurriculumItems } from './curriculum.tsx'
import { MoreCourses } from './more-courses.tsx'
import { PointList } from './point-list.tsx'
import { QuestionsAndTerms } from './questions-and-terms.tsx'
import { Teachers } from './teachers.tsx'
import { Trailer } from './trailer.tsx'
import styles from './workshop-page.module.css'

type Props = {
  course: CourseDefinition
  poster: string
  fullCourse: Card | null
  otherCourses: Card[]
  sent: PageFormResult | null
}

export function WorkshopPage({ course, poster, fullCourse, otherCourses, sent }: Props) {
  const openCohorts = course.cohorts.filter(({ status }) => status !== 'ended')
  return (
    <main id="content" data-hue={course.images.hue} data-course-state={course.state.code}>
      <div className={course.trailer ? `${text.wrap} ${page.top} ${page.filmed}` : `${text.wrap} ${page.top}`}>
        {course.trailer ? (
          <Trailer course={course} trailer={course.trailer} poster={poster} />
        ) : (
          <div className={page.art}>
            <CourseArt images={course.images} poster={poster} />
          </div>
        )}
        <CourseIntro course={course} />
        <div className={page.rail}>
          <BuyCard course={course} sent={sent} />
        </div>
        <div className={page.body}>
          {!course.hiddenParts.includes('curriculum') && <Agenda course={course} />}
          <PointList id="requirements" title="What to bring" points={course.requirements} />
          <PointList id="leave" title="What you leave with" points={course.benefits} />
          {!course.hiddenParts.includes('teachers') && <Teachers course={course} />}
          {openCohorts.length > 1 && !course.hiddenParts.includes('dates') && (
            <DatesTable course={course} sent={sent} />
          )}
        </div>
      </div>
      {fullCourse && <FullCourse card={fullCourse} />}
      <QuestionsAndTerms course={course} />
      <MoreCourses title="On sale now" cards={otherCourses} />
      <BuyBar course={course} />
    </main>
  )
}

function Agenda({ course: { coursePrefixCode, sessions, nextDate } }: { course: CourseDefinition }) {
  const zone = nextDate?.timezoneId ?? 'UTC'
  return (
    <section aria-labelledby="agenda">
      <h2 id="agenda">The agenda</h2>
      {nextDate?.startsAt && (
        <p className={styles.date}>
          Starts <When at={nextDate.startsAt} zone={zone} form="day" />,{' '}
          <When at={nextDate.startsAt} zone={zone} form="class-time" /> <ZoneName zone={zone} /> time
        </p>
      )}
      {sessions.map(({ title, items }) => (
        <div key={title} className={styles.part}>
          <h3>{title}</h3>
          <CurriculumItems courseCode={coursePrefixCode} items={items} zone={zone} />
        </div>
      ))}
    </section>
  )
}

function FullCourse({ card }: { card: Card }) {
  return (
    <section className={`${text.wrap} ${text.section} ${grid.aside}`} aria-labelledby="whole">
      <div className={text.sectionHead}>
        <h2 id="whole">Go on with the full course</h2>
      </div>
      <ul className={`${text.plain} ${grid.grid}`}>
        <CourseCard card={card} isBelow />
      </ul>
    </section>
  )
}
