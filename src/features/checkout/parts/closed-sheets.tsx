import { CalendarX, Check, ChevronRight, CircleAlert, UsersRound } from 'lucide-react'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { When } from '#ui/when.tsx'
import { Foot, Options, Sheet } from './sheet.tsx'
import { WaitlistHere } from './waitlist-here.tsx'

const FULL = ['Every seat is taken', 'The last seat went to somebody else.'] as const
const CLOSED = ['Enrolment for these dates is closed', 'The waitlist for these dates is closed.'] as const
const NOT_OPEN: Record<string, readonly [string, string]> = {
  'coming-soon': ['Enrolment is not open yet', 'The dates of this course are still to come.'],
  'in-progress': ['These dates have started', 'The first session has already taken place.'],
  ended: ['These dates are over', 'The last session has taken place.'],
}

type Dates = { course: CourseDefinition; courseCode: string }

type Gone = { why: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED'; seats?: number; email?: string } & Dates

export function GoneSheet({ why, seats = 1, email = '', ...dates }: Gone) {
  const isFull = why === 'SEATS_TAKEN'
  const cohort = dates.course.cohorts.find((cohort) => cohort.courseCode === dates.courseCode)
  const [title, lead] = isFull ? FULL : (NOT_OPEN[cohort?.status ?? ''] ?? CLOSED)
  return (
    <Sheet
      tone="warn"
      icon={isFull ? <UsersRound size={22} /> : <CalendarX size={22} />}
      title={title}
      lead={`${lead} Nothing was charged.`}
    >
      <OtherDates {...dates} />
      {isFull && <WaitlistHere courseCode={dates.courseCode} seats={seats} email={email} />}
    </Sheet>
  )
}

export function NoCardSheet({ support }: { support: string }) {
  return (
    <Sheet
      tone="warn"
      icon={<CircleAlert size={22} />}
      title="No card can be taken here yet"
      lead="This site has no way to take cards at the moment. Nothing is held for you, and nothing was charged."
    >
      <Foot>
        <ButtonLink href={`mailto:${support}`} look="quiet">
          Write to {support}
        </ButtonLink>
      </Foot>
    </Sheet>
  )
}

export function EnrolledSheet() {
  return (
    <Sheet
      tone="good"
      icon={<Check size={22} />}
      title="You are enrolled in this already"
      lead="Nothing was charged. Your dates and lessons are in the portal."
    >
      <Foot>
        <ButtonLink href="/portal">Open the portal</ButtonLink>
      </Foot>
    </Sheet>
  )
}

export function DoneSheet({ orderId, onAgain }: { orderId: string; onAgain: () => void }) {
  return (
    <Sheet
      tone="good"
      icon={<Check size={22} />}
      title="This one is yours"
      lead="Your order is complete, and nothing more is due."
    >
      <Foot>
        <ButtonLink href={`/order/${orderId}`}>See the receipt</ButtonLink>
        <Button look="quiet" onClick={onAgain}>
          Enrol somebody else
        </Button>
      </Foot>
    </Sheet>
  )
}

function OtherDates({ course, courseCode }: Dates) {
  const others = course.cohorts.filter(
    (cohort) =>
      cohort.courseCode !== courseCode &&
      cohort.offerCode &&
      (cohort.status === 'open' || cohort.status === 'few-seats'),
  )
  return (
    <Options>
      {others.map((cohort) => (
        <a key={cohort.courseCode} href={`/checkout/${cohort.offerCode}`}>
          <span>
            <b>{cohort.startsAt ? <When at={cohort.startsAt} zone={cohort.timezoneId} /> : cohort.name}</b>
            <small>{cohort.name}. We’ll keep your details.</small>
          </span>
          <ChevronRight size={20} />
        </a>
      ))}
      <a href={course.url}>
        <span>
          <b>Back to the course</b>
          <small>All its dates, and what comes next</small>
        </span>
        <ChevronRight size={20} />
      </a>
    </Options>
  )
}
