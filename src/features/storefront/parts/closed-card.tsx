import type { CourseDefinition } from '#features/catalog/wire.ts'
import type { Ask } from '#features/leads/asks.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Sent } from '../take-sent-form.ts'
import { firstNameOf } from '../words.ts'
import styles from './buy-card.module.css'
import { Interest } from './interest-form.tsx'
import { NextStart } from './next-start.tsx'
import { Before, Charged } from './price.tsx'
import { StateChip } from './state-chip.tsx'

export function ClosedCard({ course, sent }: { course: CourseDefinition; sent: Sent | null }) {
  const { ask, title, why } = toldBy(course)
  return (
    <>
      {['full', 'in-progress'].includes(course.state.code) && <StateChip course={course} />}
      <p className={styles.title}>{title}</p>
      <p className={styles.why}>{why}</p>
      {ask && (
        <p className={styles.was}>
          <Charged course={course} /> <Before course={course} />
        </p>
      )}
      <NextStart course={course} />
      {ask && (
        <Interest ask={ask} courseCode={course.courseCode} page={course.url} sent={sent?.ask === ask ? sent : null} />
      )}
      <p className={styles.actions}>
        <ButtonLink look="quiet" wide href="/#courses" data-enrol={course.coursePrefixCode}>
          See what is on now
        </ButtonLink>
      </p>
    </>
  )
}

function toldBy(course: CourseDefinition): { ask: Ask | null; title: string; why: string } {
  const teacher = firstNameOf(course)
  if (course.state.callToAction === 'none')
    return { ask: null, title: 'This one is over for good', why: `${teacher} does not teach it any more.` }
  switch (course.state.code) {
    case 'full':
      return {
        ask: 'waitlist',
        title: 'Join the waitlist',
        why: 'Every seat is taken. We contact people in the order they joined. Until then, open seats are sold here, first come, first served.',
      }
    case 'coming-soon':
      return {
        ask: 'coming-soon',
        title: 'Be first to hear',
        why: `${teacher} is setting the dates. Leave your e-mail and we’ll send them.`,
      }
    case 'in-progress':
      return {
        ask: 'reminder',
        title: 'The room is running',
        why: `It has begun and its doors are closed. Leave an address, and you hear when ${teacher} sets new dates.`,
      }
    default:
      return {
        ask: 'reminder',
        title: course.state.isCancelled ? 'These dates were cancelled' : 'These dates have ended',
        why: `Leave an address, and you hear when ${teacher} sets the next date.`,
      }
  }
}
