import type { CourseCard } from '#catalogue/catalog/wire.ts'
import { Chip } from '#ui/chip.tsx'
import { When } from '#ui/local-time.tsx'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import { CourseStateChip } from '../catalogue/course-state-chip.tsx'
import { ChargedPrice } from '../enrol/price.tsx'
import styles from './how-it-works.module.css'

const DEMO_WORDS = [
  {
    step: 'Act one',
    title: 'Pick your part',
    text: 'Choose a course and a date that suits your week. Pay, and the seat is yours. The course’s page says what you get back if your plans change.',
  },
  {
    step: 'Act two',
    title: 'Rehearse in company',
    text: 'Meet live in a small room, with notes on your own work. Or take the lessons of an on-demand course in any order, at any hour.',
  },
  {
    step: 'Act three',
    title: 'Go on',
    text: 'Leave with a finished piece, people who will come to the next one, and no excuse left for not beginning it.',
  },
] as const

/** Those of any other site. */
const WORDS = [
  {
    step: 'Step one',
    title: 'Choose a course',
    text: 'Choose a course, and a date that suits you. Pay once, and the seat is yours. The course’s page says what you get back if your plans change.',
  },
  {
    step: 'Step two',
    title: 'Take part',
    text: 'Meet live on set dates, shown in your own time zone. Or take the lessons of an on-demand course whenever you like.',
  },
  {
    step: 'Step three',
    title: 'Keep what you learn',
    text: 'Your portal keeps your lessons, your progress and, if the course has one, your certificate.',
  },
] as const

export function HowItWorks({ example, isDemo }: { example: CourseCard | undefined; isDemo: boolean }) {
  const [choose, takePart, keep] = isDemo ? DEMO_WORDS : WORDS
  return (
    <section className={`${text.wrap} ${text.section}`} id="how" aria-labelledby="how-title">
      <div className={text.sectionHead}>
        <h2 id="how-title">How it works</h2>
        <a className={text.link} href="/how-it-works">
          The long version
        </a>
      </div>
      <ol className={styles.acts}>
        <li>
          <StepWords {...choose} />
          {example?.nextDate?.startsAt && (
            <SeatVignette card={example} startsAt={example.nextDate.startsAt} zone={example.nextDate.timezoneId} />
          )}
        </li>
        <li>
          <StepWords {...takePart} />
          {isDemo && (
            <div className={styles.vignette} data-hue="teal" aria-hidden="true">
              <div className={styles.room}>
                <span>
                  YT<small>Your teacher is speaking</small>
                </span>
                <span>AC</span>
                <span>JL</span>
                <span>MR</span>
                <span>IT</span>
              </div>
            </div>
          )}
        </li>
        <li>
          <StepWords {...keep} />
          {isDemo && (
            <figure className={styles.screening} aria-hidden="true">
              <Poster src="/art/still.svg" loading="lazy" />
              <figcaption>
                <b>Your finished piece</b>
                <span>2:48</span>
              </figcaption>
            </figure>
          )}
        </li>
      </ol>
    </section>
  )
}

function StepWords({ step, title, text }: (typeof WORDS | typeof DEMO_WORDS)[number]) {
  return (
    <>
      <p className={styles.act}>{step}</p>
      <h3>{title}</h3>
      <p>{text}</p>
    </>
  )
}

function SeatVignette({ card, startsAt, zone }: { card: CourseCard; startsAt: string; zone: string }) {
  return (
    <div className={styles.vignette} data-hue={card.images.hue} aria-hidden="true">
      <p className={styles.slip}>
        <b>
          <When at={startsAt} zone={zone} form="day-short" />, <When at={startsAt} zone={zone} form="class-time" />
        </b>
        <small>{card.title}</small>
        {card.state.code === 'open' ? <Chip tone="good">Seats available</Chip> : <CourseStateChip course={card} />}
      </p>
      <p className={styles.slip}>
        <b>Paid today</b>
        <small>One seat, in your name</small>
        <ChargedPrice course={card} />
      </p>
    </div>
  )
}
