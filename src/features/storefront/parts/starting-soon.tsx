import type { CourseCard } from '#features/catalog/wire.ts'
import text from '#ui/text.module.css'
import { When, ZoneName } from '#ui/when.tsx'
import { billingOf } from '../words.ts'
import { Before, Charged } from './price.tsx'
import styles from './starting-soon.module.css'
import { StateChip } from './state-chip.tsx'

type Dated = CourseCard & { nextDate: { startsAt: string } }

export function StartingSoon({ cards }: { cards: CourseCard[] }) {
  const dated = cards.filter((card): card is Dated => Boolean(card.nextDate?.startsAt))
  if (dated.length === 0) return null
  return (
    <section className={text.section} aria-labelledby="soon">
      <div className={`${text.wrap} ${text.sectionHead}`}>
        <h2 id="soon">Starting soon</h2>
        <div className={styles.keys}>
          <p>
            Times in <ZoneName otherwise="the class’s own zone" />
          </p>
          <button type="button" aria-controls="rail" aria-label="Earlier dates" data-rail="back" hidden />
          <button type="button" aria-controls="rail" aria-label="Later dates" data-rail="on" hidden />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key. */}
      <ul className={styles.rail} id="rail" tabIndex={0} aria-labelledby="soon">
        {dated.map((card) => (
          <Ticket key={card.courseCode} card={card} />
        ))}
      </ul>
    </section>
  )
}

function Ticket({ card }: { card: Dated }) {
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
          <span className={styles.bill}>{billingOf(card)}</span>
          <When at={startsAt} zone={timezoneId} form="time" /> in <ZoneName zone={timezoneId} /> · {card.duration}
        </p>
        <p className={styles.end}>
          {isOpen ? <span className={text.note}>Seats available</span> : <StateChip course={card} />}
          <span>
            <Before course={card} /> <Charged course={card} />
          </span>
        </p>
      </div>
    </li>
  )
}
