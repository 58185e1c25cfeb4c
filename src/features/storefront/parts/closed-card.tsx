import type { CourseDefinition } from '#features/catalog/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { firstNameOf } from '../words.ts'
import styles from './buy-card.module.css'
import { NextStart } from './next-start.tsx'
import { Before, Charged } from './price.tsx'
import { StateChip } from './state-chip.tsx'

export function ClosedCard({ course }: { course: CourseDefinition }) {
  const { title, why } = toldBy(course)
  return (
    <>
      {['full', 'in-progress'].includes(course.state.code) && <StateChip course={course} />}
      <p className={styles.title}>{title}</p>
      <p className={styles.why}>{why}</p>
      <p className={styles.was}>
        <Charged course={course} /> <Before course={course} />
      </p>
      <NextStart course={course} />
      <p className={styles.actions}>
        <ButtonLink look="course" size="tall" wide href="/#courses">
          See what is on now
        </ButtonLink>
      </p>
    </>
  )
}

function toldBy(course: CourseDefinition): { title: string; why: string } {
  const teacher = firstNameOf(course)
  switch (course.state.code) {
    case 'full':
      return {
        title: 'Every seat is taken',
        why: 'Should somebody give one back before the first session, it is on sale here again at once.',
      }
    case 'coming-soon':
      return {
        title: 'The dates are being set',
        why: `${teacher} is fixing them now. They will stand here as soon as they are certain.`,
      }
    case 'in-progress':
      return {
        title: 'The room is running',
        why: `It has begun and its doors are closed. New dates will stand here as soon as ${teacher} has set them.`,
      }
    default:
      return { title: 'This one has been', why: `When ${teacher} sets the next date, it will stand here.` }
  }
}
