import { formatTeachers } from '#catalogue/catalog/teachers.ts'
import type { CourseCard as Card } from '#catalogue/catalog/wire.ts'
import { When } from '#ui/local-time.tsx'
import { Photo } from '#ui/photo.tsx'
import { Poster } from '#ui/poster.tsx'
import { formatCourseKind } from '../course-labels.ts'
import { ChargedPrice, LocalPrice, PriceBeforeDiscount } from '../enrol/price.tsx'
import { joinCardValues } from '../shown-values.ts'
import styles from './course-card.module.css'
import { CourseStateChip } from './course-state-chip.tsx'

type Props = { card: Card; isBelow?: boolean }

export function CourseCard({ card, isBelow = false }: Props) {
  return (
    <li
      className={styles.card}
      data-hue={card.images.hue}
      data-course-code={card.coursePrefixCode}
      data-card={joinCardValues(card)}
    >
      <div className={styles.poster}>
        {card.images.cover ? (
          <Photo
            photo={card.images.cover}
            sizes="(min-width: 640px) 400px, 100vw"
            loading={isBelow ? 'lazy' : 'eager'}
          />
        ) : (
          <Poster src={card.images.poster} loading={isBelow ? 'lazy' : 'eager'} />
        )}
      </div>
      <h3>
        <a href={card.url}>{card.title}</a>
      </h3>
      <p className={styles.who}>
        <bdi>{formatTeachers(card)}</bdi> · {formatCourseKind(card)}
      </p>
      <CourseStateChip course={card} />
      <p className={styles.end}>
        <span>
          <NextDate card={card} />
        </span>
        <span className={styles.price}>
          <PriceBeforeDiscount course={card} /> <ChargedPrice course={card} />
          <LocalPrice course={card} />
        </span>
      </p>
    </li>
  )
}

function NextDate({ card: { nextDate, deliveryType, duration, price, state } }: { card: Card }) {
  if (deliveryType === 'on-demand') return price === 0 ? `${duration}, on demand` : `${duration}, start today`
  if (nextDate?.startsAt)
    return (
      <>
        <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="day-short" />,{' '}
        <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="class-time" />
      </>
    )
  return state.code === 'coming-soon' ? 'Dates to be announced' : 'No date yet'
}
