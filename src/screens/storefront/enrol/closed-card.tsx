import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import type { LeadKind } from '#catalogue/leads/lead-kinds.ts'
import { isolated } from '#domain/typed-text.ts'
import { CourseStateChip } from '../catalogue/course-state-chip.tsx'
import { NextStart } from '../catalogue/next-start.tsx'
import { getFirstName } from '../course-labels.ts'
import type { PageFormResult } from '../handle-page-form.ts'
import styles from './buy-card.module.css'
import { EnrolLink } from './enrol-link.tsx'
import { InterestIsland } from './interest-form.tsx'
import { ChargedPrice, LocalPrice, PriceBeforeDiscount } from './price.tsx'

export function ClosedCard({ course, sent }: { course: CourseDefinition; sent: PageFormResult | null }) {
  const { interest, title, explanation } = getClosedText(course)
  return (
    <>
      {['full', 'in-progress'].includes(course.state.code) && <CourseStateChip course={course} />}
      <p className={styles.title}>{title}</p>
      <p className={styles.why}>{explanation}</p>
      {interest && course.offerCode !== null && (
        <p className={styles.was}>
          <ChargedPrice course={course} /> <PriceBeforeDiscount course={course} />
          <LocalPrice course={course} />
        </p>
      )}
      <NextStart course={course} />
      {interest && (
        <InterestIsland
          interest={interest}
          courseCode={course.courseCode}
          courseName={course.title}
          page={course.url}
          sent={sent?.formKind === interest ? sent : null}
        />
      )}
      <p className={styles.actions}>
        <EnrolLink look="quiet" wide href="/#courses" data-enrol={course.coursePrefixCode}>
          See current courses
        </EnrolLink>
      </p>
    </>
  )
}

function getClosedText(course: CourseDefinition): { interest: LeadKind | null; title: string; explanation: string } {
  const teacher = getFirstName(course)
  if (course.state.callToAction === 'none')
    return {
      interest: null,
      title: 'This course is not on sale',
      explanation: 'Nobody can enrol at the moment. Seats that people have stay as they are.',
    }
  switch (course.state.code) {
    case 'full':
      return {
        interest: 'waitlist',
        title: 'Join the waitlist',
        explanation:
          'Every seat is taken. We offer a freed seat to the waitlist first, in the order people joined. You get an e-mail, and we hold the seat for up to 24 hours.',
      }
    case 'coming-soon':
      if (course.state.awaitsPayments)
        return {
          interest: 'coming-soon',
          title: 'Enrolment opens soon',
          explanation: isolated`Leave your e-mail if you’d like to join ${teacher}.`,
        }
      return {
        interest: 'coming-soon',
        title: 'Coming soon',
        explanation: isolated`${teacher} is setting the dates. Leave your e-mail if you’d like to join.`,
      }
    case 'in-progress':
      return {
        interest: 'reminder',
        title: 'This course has started',
        explanation: isolated`Enrolment is closed. Leave your e-mail if you’d like new dates with ${teacher}.`,
      }
    default:
      return {
        interest: 'reminder',
        title: course.state.isCancelled ? 'These dates were cancelled' : 'These dates have ended',
        explanation: isolated`Leave your e-mail if you’d like new dates with ${teacher}.`,
      }
  }
}
