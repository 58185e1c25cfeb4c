import { useId } from 'react'
import type { CourseCard } from '#catalogue/catalog/wire.ts'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import styles from './finish-screen.module.css'

/** Without courses to name, only the way to the catalogue. */
export function OtherCourses({ others }: { others: CourseCard[] }) {
  const id = useId()
  if (others.length === 0) {
    return (
      <p>
        <a href="/#courses">See all courses</a>
      </p>
    )
  }
  return (
    <section aria-labelledby={id}>
      <header className={styles.more}>
        <h2 id={id}>Courses that go well with this one</h2>
        <a href="/#courses">All courses</a>
      </header>
      <ul className={styles.cards}>
        {others.map((card) => (
          <OtherCourse key={card.coursePrefixCode} card={card} />
        ))}
      </ul>
    </section>
  )
}

function OtherCourse({ card }: { card: CourseCard }) {
  const { url, title, images, deliveryType, instructor, nextDate, price, discountPrice, currency } = card
  return (
    <li data-hue={images.hue}>
      <img src={images.poster} alt="" width={1200} height={750} loading="lazy" />
      <h3>
        <a href={url}>{title}</a>
      </h3>
      <p>
        {deliveryType === 'live' ? 'Live online' : 'On demand'} with <bdi>{instructor.name}</bdi>
      </p>
      <p className={styles.price}>
        <span>
          {nextDate?.startsAt ? (
            <>
              From <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="date" />
            </>
          ) : (
            'Start any time'
          )}
        </span>{' '}
        <b>
          <Money
            amount={String(discountPrice ?? price)}
            currency={currency}
            label={(discountPrice ?? price) === 0 ? 'Free' : undefined}
          />
          <Estimate amount={String(discountPrice ?? price)} currency={currency} form="below" />
        </b>
      </p>
    </li>
  )
}
