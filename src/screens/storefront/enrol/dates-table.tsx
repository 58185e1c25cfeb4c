import { use } from 'react'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { nameZone } from '#domain/dates/zone-name.ts'
import { Chip } from '#ui/chip.tsx'
import { formatMeetings } from '#ui/format-meetings.ts'
import { FixedZone, InOtherZone, TimeLabel, When, ZoneName } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { PageFormResult } from '../handle-page-form.ts'
import { InterestCard } from '../home/interest-card.tsx'
import styles from './dates-table.module.css'
import { EnrolLink } from './enrol-link.tsx'
import { InterestIsland } from './interest-form.tsx'

type Cohort = CourseDefinition['cohorts'][number]

export function DatesTable({ course, sent }: { course: CourseDefinition; sent: PageFormResult | null }) {
  const isOpen = course.cohorts.some(canEnrolInCohort)
  // When all dates are full, the buy card shows the waitlist.
  const fullCohorts = isOpen ? course.cohorts.filter(({ status }) => status === 'full') : []
  return (
    <section aria-labelledby="dates">
      <h2 id="dates">{isOpen ? 'Choose your dates' : 'Dates'}</h2>
      <div className={styles.frame}>
        <table className={styles.dates}>
          <thead>
            <tr>
              <th scope="col">Dates</th>
              <th scope="col">
                <TimeLabel yours="Your time">When</TimeLabel>
              </th>
              <th scope="col">Seats</th>
              <th scope="col">
                <span className={text.unseen}>Enrol</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {course.cohorts.map((cohort) => (
              <CohortTableRow
                key={cohort.courseCode}
                cohort={cohort}
                isChosen={canEnrolInCohort(cohort) && cohort.courseCode === course.courseCode}
              />
            ))}
          </tbody>
        </table>
      </div>
      {fullCohorts.length > 0 && (
        <FullCohorts course={course} fullCohorts={fullCohorts} sent={sent?.formKind === 'waitlist' ? sent : null} />
      )}
    </section>
  )
}

type FullProps = { course: CourseDefinition; fullCohorts: Cohort[]; sent: PageFormResult | null }

function FullCohorts({ course, fullCohorts, sent }: FullProps) {
  const [firstCohort] = fullCohorts
  const isOne = firstCohort && fullCohorts.length === 1
  const interestTarget = isOne
    ? { courseCode: firstCohort.courseCode, courseName: course.title }
    : { choices: fullCohorts.map(({ courseCode, name }) => ({ code: courseCode, title: name })) }
  return (
    <InterestCard
      title={isOne ? `${firstCohort.name}: join the waitlist` : 'Join the waitlist for full dates'}
      note="We contact people in the order they joined"
      isOpen={sent !== null}
    >
      <InterestIsland interest="waitlist" page={course.url} sent={sent} {...interestTarget} />
    </InterestCard>
  )
}

function CohortTableRow({ cohort, isChosen }: { cohort: Cohort; isChosen: boolean }) {
  const { timezoneId } = cohort
  const meetings = cohort.meetsAt.length > 0 || !cohort.startsAt ? cohort.meetsAt : [cohort.startsAt]
  return (
    <tr data-course-code={cohort.courseCode} data-chosen={isChosen || undefined}>
      <th scope="row">
        <CohortDates cohort={cohort} />
        <small>{cohort.name}</small>
      </th>
      <td className={styles.time}>
        {meetings.length > 0 ? (
          <>
            <MeetingTimes at={meetings} zone={timezoneId} /> <ZoneName zone={timezoneId} /> time
            <small>
              <InOtherZone zone={timezoneId}>
                <time dateTime={meetings[0]}>{formatMeetings(meetings, timezoneId)}</time> {nameZone(timezoneId)}
              </InOtherZone>
            </small>
          </>
        ) : (
          <small>{cohort.displayText}</small>
        )}
      </td>
      <td>
        <CohortSeats cohort={cohort} />
      </td>
      <td>
        {canEnrolInCohort(cohort) && (
          <EnrolLink
            look={isChosen ? 'course' : 'quiet'}
            href={`/checkout/${cohort.offerCode}`}
            data-enrol={cohort.courseCode}
          >
            Enrol
          </EnrolLink>
        )}
      </td>
    </tr>
  )
}

function MeetingTimes({ at, zone }: { at: readonly string[]; zone: string }) {
  const fixedZone = use(FixedZone)
  return (
    <time dateTime={at[0]} data-meetings={fixedZone ? undefined : at.join(' ')}>
      {formatMeetings(at, fixedZone ?? zone)}
    </time>
  )
}

function CohortDates({ cohort: { startsAt, endsAt, timezoneId } }: { cohort: Cohort }) {
  if (!startsAt) return 'To be announced'
  return <When at={startsAt} end={endsAt ?? startsAt} zone={timezoneId} form="date-range" />
}

function CohortSeats({ cohort: { status, seatsRemaining } }: { cohort: Cohort }) {
  switch (status) {
    case 'open':
      return <Chip tone="good">{seatsRemaining === null ? 'Seats available' : `${seatsRemaining} left`}</Chip>
    case 'few-seats':
      return <Chip tone="warn">{seatsRemaining} left</Chip>
    case 'full':
      return <Chip tone="info">Full</Chip>
    case 'coming-soon':
      return <span className={text.note}>Not open yet</span>
    case 'in-progress':
      return <span className={text.note}>Running now</span>
    case 'ended':
      return <span className={text.note}>Ended</span>
  }
}

function canEnrolInCohort({ status, offerCode }: Cohort): boolean {
  return offerCode !== null && (status === 'open' || status === 'few-seats')
}
