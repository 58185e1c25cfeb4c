import { CalendarX, Check, ChevronRight, CircleAlert, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type CohortOnSale, type CourseDefinition, courseListByPrefix } from '#catalogue/catalog/wire.ts'
import { browserClient } from '#http/client.ts'
import { StatusCard, StatusCardFooter, StatusCardOptions } from '#people/app-shell/status-card.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { getOrderAccess, readEnrolment } from '../session/enrolment.ts'
import { getTimeZone } from '../session/visitor-location.ts'
import { type OrderView, readBuyerOrder } from '../wire/order.ts'
import { WaitlistForm } from './waitlist-form.tsx'

const FULL = ['Every seat is taken', 'Someone else took the last seat.'] as const
const CLOSED = ['Enrolment for these dates is closed', ''] as const
const NOT_OPEN: Record<string, readonly [string, string]> = {
  'coming-soon': ['Enrolment is not open yet', 'The dates of this course haven’t been announced yet.'],
  'in-progress': ['This class has begun', ''],
  ended: ['These dates are over', 'The last session has taken place.'],
}

type OtherDatesProps = { course: CourseDefinition; courseCode: string }

type GoneProps = { reason: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED'; seats?: number; email?: string } & OtherDatesProps

export function GoneCard({ reason, seats = 1, email = '', ...dates }: GoneProps) {
  const mayBeCharged = useOpenCharge(dates.courseCode)
  const otherCohorts = useOtherCohorts(dates)
  const isFull = reason === 'SEATS_TAKEN'
  const cohort = dates.course.cohorts.find((cohort) => cohort.courseCode === dates.courseCode)
  const [title, lead] = isFull ? FULL : (NOT_OPEN[cohort?.status ?? ''] ?? CLOSED)
  return (
    <StatusCard
      tone="warn"
      icon={isFull ? <UsersRound size={22} /> : <CalendarX size={22} />}
      title={title}
      lead={
        <>
          {lead} {!isFull && <NextStart cohorts={otherCohorts} />}
          {mayBeCharged
            ? 'We don’t know yet whether your saved card was charged: please look in your portal.'
            : 'Nothing was charged.'}
        </>
      }
    >
      <OtherDates course={dates.course} cohorts={otherCohorts} />
      {isFull && <WaitlistForm courseCode={dates.courseCode} seats={seats} email={email} />}
    </StatusCard>
  )
}

export function NoCardCard({ supportAddress }: { supportAddress: string }) {
  return (
    <StatusCard
      tone="warn"
      icon={<CircleAlert size={22} />}
      title="Payments are not available yet"
      lead="This site can’t take payments at the moment. Nothing is held for you, and you haven’t been charged."
    >
      <StatusCardFooter>
        <ButtonLink href={`mailto:${supportAddress}`} look="quiet">
          Write to {supportAddress}
        </ButtonLink>
      </StatusCardFooter>
    </StatusCard>
  )
}

/** The tab charged a saved card for the cohort, and does not know the outcome. */
function useOpenCharge(courseCode: string): boolean {
  const [mayBeCharged] = useState(() => {
    const stored = readEnrolment({ session: sessionStorage }, new Date())
    return stored?.courseCode === courseCode && stored.reusableCardCharge !== undefined
  })
  return mayBeCharged
}

export function EnrolledCard({ courseCode }: { courseCode: string }) {
  const mayBeCharged = useOpenCharge(courseCode)
  return (
    <StatusCard
      tone="good"
      icon={<Check size={22} />}
      title="You’re already enrolled"
      lead={
        mayBeCharged
          ? 'Your payment with the saved card may have gone through. Your receipt, dates and lessons are in the portal.'
          : 'Nothing was charged. Your dates and lessons are in the portal.'
      }
    >
      <StatusCardFooter>
        <ButtonLink href="/portal">Open the portal</ButtonLink>
      </StatusCardFooter>
    </StatusCard>
  )
}

/** What this tab has bought. It asks for the sum that is still due, which no browser remembers. */
export function DoneCard({ orderId, zone, onRestart }: { orderId: string; zone: string; onRestart: () => void }) {
  const order = useOwnOrder(orderId)
  return (
    <StatusCard tone="good" icon={<Check size={22} />} title="You’re enrolled" lead={<DoneLead {...{ order, zone }} />}>
      <StatusCardFooter>
        <ButtonLink href={`/order/${orderId}`}>See the receipt</ButtonLink>
        <Button look="quiet" onClick={onRestart}>
          Enrol someone else
        </Button>
      </StatusCardFooter>
    </StatusCard>
  )
}

function DoneLead({ order, zone }: { order: OrderView | null; zone: string }) {
  if (!order) return 'The receipt shows what you’ve paid, and what is still due.'
  const { due } = order.totals
  if (Number(due.amount) === 0) return 'Your order is complete, and nothing more is due.'
  const dueAt = order.schedule[0]?.dueAt
  return (
    <>
      Your deposit is paid. <Money {...due} exact />
      <Estimate {...due} /> is due{' '}
      {dueAt ? (
        <>
          on <When at={dueAt} zone={zone} form="date" />
        </>
      ) : (
        'now'
      )}
      .
    </>
  )
}

/** Null until it is there, and where this browser has lost its access. */
function useOwnOrder(orderId: string): OrderView | null {
  const [order, setOrder] = useState<OrderView | null>(null)
  useEffect(() => {
    let isShown = true
    const storage = { session: sessionStorage, local: localStorage }
    void browserClient()
      .call(readBuyerOrder, { params: { orderId }, auth: getOrderAccess(storage, orderId, new Date()) })
      .then((response) => {
        if (isShown && response.error === null) setOrder(response.data.data)
      })
    return () => {
      isShown = false
    }
  }, [orderId])
  return order
}

type OtherCohort = CohortOnSale | CourseDefinition['cohorts'][number]

function NextStart({ cohorts }: { cohorts: readonly OtherCohort[] }) {
  const next = cohorts.find(({ startsAt }) => startsAt)
  if (!next?.startsAt) return null
  return (
    <>
      Next: <When at={next.startsAt} zone={next.timezoneId} form="date" />.{' '}
    </>
  )
}

function useOtherCohorts({ course, courseCode }: OtherDatesProps): readonly OtherCohort[] {
  const { coursePrefixCode } = course
  const [cohortsOnSale, setCohortsOnSale] = useState<CohortOnSale[] | null>(null)
  useEffect(() => {
    let isShown = true
    void browserClient()
      .call(courseListByPrefix, { query: { course_prefix_code: coursePrefixCode, timezone_id: getTimeZone() } })
      .then((response) => {
        if (isShown && response.error === null) setCohortsOnSale(response.data.data)
      })
    return () => {
      isShown = false
    }
  }, [coursePrefixCode])
  const cohorts: readonly OtherCohort[] = cohortsOnSale ?? course.cohorts
  return cohorts.filter(
    (cohort) =>
      cohort.courseCode !== courseCode &&
      cohort.offerCode &&
      (cohort.status === 'open' || cohort.status === 'few-seats'),
  )
}

function OtherDates({ course, cohorts }: { course: CourseDefinition; cohorts: readonly OtherCohort[] }) {
  return (
    <StatusCardOptions>
      {cohorts.map((cohort) => (
        <a key={cohort.courseCode} href={`/checkout/${cohort.offerCode}`}>
          <span>
            <b>
              {cohort.startsAt ? (
                <>
                  <When at={cohort.startsAt} zone={cohort.timezoneId} form="day" />,{' '}
                  <When at={cohort.startsAt} zone={cohort.timezoneId} form="class-time" />
                </>
              ) : (
                course.title
              )}
            </b>
            <small>
              {course.cohorts.find(({ courseCode }) => courseCode === cohort.courseCode)?.name ?? course.title}.{' '}
              <PriceAndSeats cohort={cohort} />
              We’ll keep your details.
            </small>
          </span>
          <ChevronRight size={20} />
        </a>
      ))}
      <a href={course.url}>
        <span>
          <b>Back to the course</b>
          <small>See all dates</small>
        </span>
        <ChevronRight size={20} />
      </a>
    </StatusCardOptions>
  )
}

function PriceAndSeats({ cohort }: { cohort: OtherCohort }) {
  if (!('price' in cohort)) return null
  const { discountPrice, price, currency, seatsRemaining } = cohort
  const amount = discountPrice ?? price
  return (
    <>
      {amount > 0 ? (
        <>
          <Money amount={String(amount)} currency={currency} />
          <Estimate amount={String(amount)} currency={currency} /> a seat
        </>
      ) : (
        'Free'
      )}
      {seatsRemaining !== null && `, ${seatsRemaining} left`}.{' '}
    </>
  )
}
