import { placeOf } from '#domain/schedule.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import text from '#ui/text.module.css'
import { ClassWhen, InOtherZone, TimeLabel, When, ZoneName } from '#ui/when.tsx'
import type { Sent } from '../take-sent-form.ts'
import { AskCard } from './ask-card.tsx'
import styles from './dates-table.module.css'
import { Interest } from './interest-form.tsx'

type Cohort = CourseDefinition['cohorts'][number]

export function DatesTable({ course, sent }: { course: CourseDefinition; sent: Sent | null }) {
  const isOpen = course.cohorts.some(canEnrol)
  // Where the whole course is full, the card asks.
  const full = isOpen ? course.cohorts.filter(({ status }) => status === 'full') : []
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
              <Row
                key={cohort.courseCode}
                cohort={cohort}
                isChosen={canEnrol(cohort) && cohort.courseCode === course.courseCode}
              />
            ))}
          </tbody>
        </table>
      </div>
      {full.length > 0 && <FullCohorts course={course} full={full} sent={sent?.ask === 'waitlist' ? sent : null} />}
    </section>
  )
}

type FullProps = { course: CourseDefinition; full: Cohort[]; sent: Sent | null }

function FullCohorts({ course, full, sent }: FullProps) {
  const [only] = full
  const isOne = only && full.length === 1
  const about = isOne
    ? { courseCode: only.courseCode }
    : { choices: full.map(({ courseCode, name }) => ({ code: courseCode, title: name })) }
  return (
    <AskCard
      title={isOne ? `${only.name}: join its waitlist` : 'Join the waitlist of a full one'}
      note="Your place in line counts from the moment you join"
      isOpen={sent !== null}
    >
      <Interest ask="waitlist" page={course.url} sent={sent} {...about} />
    </AskCard>
  )
}

function Row({ cohort, isChosen }: { cohort: Cohort; isChosen: boolean }) {
  const { timezoneId } = cohort
  const days = daysOf(cohort)
  return (
    <tr data-course-code={cohort.courseCode} data-chosen={isChosen || undefined}>
      <th scope="row">
        <Dates cohort={cohort} />
        <small>{cohort.name}</small>
      </th>
      <td className={styles.time}>
        {days ? (
          <>
            <When {...days} /> in <ZoneName zone={timezoneId} />
            <small>
              <InOtherZone zone={timezoneId}>
                <ClassWhen {...days} /> in {placeOf(timezoneId)}
              </InOtherZone>
            </small>
          </>
        ) : (
          <small>{cohort.displayText}</small>
        )}
      </td>
      <td>
        <Seats cohort={cohort} />
      </td>
      <td>
        {canEnrol(cohort) && (
          <ButtonLink
            look={isChosen ? 'course' : 'quiet'}
            href={`/checkout/${cohort.offerCode}`}
            data-enrol={cohort.courseCode}
          >
            Enrol
          </ButtonLink>
        )}
      </td>
    </tr>
  )
}

/** On which days of the week; of a single day, when. */
function daysOf({ startsAt, meetsAt, timezoneId: zone }: Cohort) {
  const [at = startsAt, ...others] = meetsAt
  if (!at) return null
  return others.length > 0
    ? { at, zone, form: 'weekdays-time' as const, end: others.join(' ') }
    : { at, zone, form: 'weekday-time' as const }
}

function Dates({ cohort: { startsAt, endsAt, timezoneId } }: { cohort: Cohort }) {
  if (!startsAt) return 'To be announced'
  const isOneDay = !endsAt || endsAt.slice(0, 10) === startsAt.slice(0, 10)
  if (isOneDay) return <When at={startsAt} zone={timezoneId} form="day" />
  return (
    <>
      <When at={startsAt} zone={timezoneId} form="until" end={endsAt} /> to{' '}
      <When at={endsAt} zone={timezoneId} form="date" />
    </>
  )
}

function Seats({ cohort: { status, seatsRemaining } }: { cohort: Cohort }) {
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

function canEnrol({ status, offerCode }: Cohort): boolean {
  return offerCode !== null && (status === 'open' || status === 'few-seats')
}
