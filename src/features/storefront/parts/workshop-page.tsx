import type { CourseCard as Card, CourseDefinition } from '#features/catalog/wire.ts'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import { When, ZoneName } from '#ui/when.tsx'
import type { Sent } from '../take-sent-form.ts'
import { BuyBar, BuyCard } from './buy-card.tsx'
import grid from './course-card.module.css'
import { CourseCard } from './course-card.tsx'
import { CourseIntro } from './course-intro.tsx'
import page from './course-page.module.css'
import { Items } from './curriculum.tsx'
import { DatesTable } from './dates-table.tsx'
import { MoreCourses } from './more-courses.tsx'
import { PointList } from './point-list.tsx'
import { QuestionsAndTerms } from './questions-and-terms.tsx'
import { Teachers } from './teachers.tsx'
import styles from './workshop-page.module.css'

type Props = { course: CourseDefinition; poster: string; whole: Card | null; others: Card[]; sent: Sent | null }

export function WorkshopPage({ course, poster, whole, others, sent }: Props) {
  const dates = course.cohorts.filter(({ status }) => status !== 'ended')
  return (
    <main id="content" data-hue={course.images.hue} data-course-state={course.state.code}>
      <div className={`${text.wrap} ${page.top}`}>
        <div className={page.art}>
          <Poster src={poster} />
        </div>
        <CourseIntro course={course} />
        <div className={page.rail}>
          <BuyCard course={course} sent={sent} />
        </div>
        <div className={page.body}>
          <Agenda course={course} />
          <PointList id="bring" title="What to bring" points={course.bring} />
          <PointList id="leave" title="What you leave with" points={course.benefits} />
          <Teachers course={course} />
          {dates.length > 1 && <DatesTable course={course} sent={sent} />}
        </div>
      </div>
      {whole && <WholeCourse card={whole} />}
      <QuestionsAndTerms course={course} />
      <MoreCourses title="On sale now" cards={others} />
      <BuyBar course={course} />
    </main>
  )
}

function Agenda({ course: { sessions, nextDate } }: { course: CourseDefinition }) {
  const zone = nextDate?.timezoneId ?? 'UTC'
  return (
    <section aria-labelledby="agenda">
      <h2 id="agenda">The agenda</h2>
      {nextDate?.startsAt && (
        <p className={styles.date}>
          Begins <When at={nextDate.startsAt} zone={zone} /> in <ZoneName zone={zone} />
        </p>
      )}
      {sessions.map(({ title, items }) => (
        <div key={title} className={styles.part}>
          <h3>{title}</h3>
          <Items items={items} zone={zone} />
        </div>
      ))}
    </section>
  )
}

function WholeCourse({ card }: { card: Card }) {
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
