import type { CourseCard } from '#catalogue/catalog/wire.ts'
import { When, ZoneName } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { CourseStateChip } from '../catalogue/course-state-chip.tsx'
import { CourseByline } from '../course-byline.tsx'
import { ChargedPrice, LocalPrice, PriceBeforeDiscount } from '../enrol/price.tsx'
import styles from './starting-soon.module.css'

type DatedCourse = CourseCard & { nextDate: { startsAt: string } }

export function StartingSoon({ cards }: { cards: CourseCard[] }) {
  const datedCourses = cards.filter((card): card is DatedCourse => Boolean(card.nextDate?.startsAt))
  if (datedCourses.length === 0) return null
  return (
    <section className={text.section} aria-labelledby="soon">
      <div className={`${text.wrap} ${text.sectionHead}`}>
        <h2 id="soon">Starting soon</h2>
        <div className={styles.keys}>
          <p>
            Times in <ZoneName otherwise="the class’s time zone" />
          </p>
          <button type="button" aria-controls="rail" aria-label="Earlier dates" data-rail="back" hidden />
          <button type="button" aria-controls="rail" aria-label="Later dates" data-rail="on" hidden />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
      <ul className={styles.rail} id="rail" tabIndex={0} aria-labelledby="soon">
        {datedCourses.map((card) => (
          <Ticket key={card.courseCode} card={card} />
        ))}
      </ul>
    </section>
  )
}

function Ticket({ card }: { card: DatedCourse }) {
  const { startsAt, timezoneId } = card.nextDate
  const isOpen = card.state.code === 'open'
  return (
    <li className={styles.ticket} data-hue={card.images.hue}>
      <p className={styles.date}>
        <When at={startsAt} zone={timezoneId} form="weekday" />
        <span>
          <b>
            <When at={startsAt} zone={timezoneId} form="day-of-month" />
          </b>
          <When at={startsAt} zone={timezoneId} form="month" />
        </span>
      </p>
      <div className={styles.body}>
        <h3>
          <a href={card.url}>{card.title}</a>
        </h3>
        <p className={text.note}>
          <span className={styles.bill}>
            <CourseByline course={card} />
          </span>
          <When at={startsAt} zone={timezoneId} form="class-time" /> <ZoneName zone={timezoneId} /> time ·{' '}
          {card.duration}
        </p>
        <p className={styles.end}>
          {isOpen ? <span className={text.note}>Seats available</span> : <CourseStateChip course={card} />}
          <span>
            <PriceBeforeDiscount course={card} /> <ChargedPrice course={card} />
            <LocalPrice course={card} />
          </span>
        </p>
      </div>
    </li>
  )
}
