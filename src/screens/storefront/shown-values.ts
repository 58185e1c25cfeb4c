/** The values that an open page compares with the server's, to see whether it is out of date. */
import type { CourseCard } from '#catalogue/catalog/wire.ts'

type CardValues = Pick<CourseCard, 'state' | 'seatsRemaining' | 'price' | 'discountPrice' | 'nextDate'>

/** Everything on a card that changes without an edit of the course. */
export function joinCardValues({ state, seatsRemaining, price, discountPrice, nextDate }: CardValues): string {
  return [state.code, seatsRemaining, price, discountPrice, joinDateValues(nextDate)].join(' ')
}

/** The next date of a course: its cohort, its start and whether it has seats. */
export function joinDateValues(nextDate: CourseCard['nextDate']): string {
  return nextDate ? [nextDate.courseCode, nextDate.startsAt, nextDate.status].join(' ') : 'none'
}
