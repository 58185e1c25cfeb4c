/** Tells loaded courses as the contract does (§4): dates in the asked zone, seats only where few are left. */
import { cohortStatus, courseState } from '#domain/course.ts'
import { depositOfSeat } from '#domain/deposit.ts'
import type { GroupTier } from '#domain/discount.ts'
import { subtract, toMajor, toWire } from '#domain/money.ts'
import { unitPrice } from '#domain/pricing.ts'
import { inZone, refundUntil } from '#domain/schedule.ts'
import { seatsLeft, seatsShown } from '#domain/seats.ts'
import type { CatalogCohort, LoadedCourse, PricedOffer } from './courses.ts'
import { nextChange } from './next-change.ts'
import type { meetingsOf } from './queries.ts'
import { CohortStatus, type CourseCard, type CourseDate, type CourseDefinition } from './wire.ts'

type Meeting = Awaited<ReturnType<typeof meetingsOf>>[number]

const utc = (at: Date | null) => at?.toISOString() ?? null

/** Null when nothing can be joined, waited for or looked forward to. */
export function dateOf(course: LoadedCourse, zone: string | undefined, now: Date): CourseDate | null {
  const cohort = course.chosen
  const status = cohort && CohortStatus.safeParse(cohortStatus(cohort, now)).data
  if (!cohort || !status) return null
  const there = cohort.startsAt && inZone(cohort.startsAt, zone ?? cohort.timezoneId)
  return {
    courseCode: cohort.courseCode,
    offerCode: offerOfCohort(course, cohort)?.offerCode ?? null,
    startsAt: utc(cohort.startsAt),
    endsAt: utc(cohort.endsAt),
    timezoneId: cohort.timezoneId,
    localDate: there?.localDate ?? null,
    localTime: there?.localTime ?? null,
    displayText: textOf(course, cohort, zone),
    utcOffset: there?.utcOffset ?? null,
    enrolClosesAt: utc(cohort.enrolClosesAt),
    status: course.deliveryType === 'on-demand' && status === 'few-seats' ? 'open' : status,
    sessions: course.sessions.map((session) => ({
      startsAt: session.starts_at.toISOString(),
      endsAt: session.ends_at.toISOString(),
      title: session.title,
    })),
  }
}

export function cardOf(course: LoadedCourse, zone: string | undefined, now: Date): CourseCard {
  const { chosen, definition, creators } = course
  const offer = chosen && offerOfCohort(course, chosen)
  const shown = offer ?? latestOffer(course)
  const unit = shown && unitPrice(shown.price, now)
  return {
    courseCode: chosen?.courseCode ?? course.prefixCode,
    coursePrefixCode: course.prefixCode,
    offerCode: offer?.offerCode ?? null,
    url: course.url,
    kind: course.kind,
    deliveryType: course.deliveryType,
    title: course.title,
    sectionTitle: definition.sectionTitle,
    subtitle: definition.subtitle,
    instructor: { name: creators[0]?.name ?? '', slug: creators[0]?.slug ?? '' },
    instructorCount: creators.length,
    studentCount: definition.studentCount + course.enrolments,
    images: { poster: `/art/${course.prefixCode}.svg`, ...definition.images },
    duration: definition.duration,
    sessionsCount: definition.curriculum.reduce((sum, group) => sum + group.items.length, 0),
    classTime: definition.classTime,
    videoTime: definition.videoTime,
    price: shown ? toMajor(shown.price.price) : 0,
    discountPrice: unit && unit === shown.price.discountPrice ? toMajor(unit) : null,
    discountEndsAt: unit && unit === shown.price.discountPrice ? utc(shown.price.discountEndsAt) : null,
    beforeDiscountPrice: shown?.beforePrice ? toMajor(shown.beforePrice) : null,
    priceSubtext: definition.priceSubtext,
    discountText: definition.discountText,
    currency: shown?.price.price.currency ?? 'USD',
    benefits: definition.benefits,
    pdfLink: definition.pdfLink,
    markets: definition.markets.map((market) => market.country),
    seatsRemaining: chosen && seatsOf(chosen),
    nextDate: dateOf(course, zone, now),
    state: courseState(asked(course), course.deliveryType, now, course.isWithdrawn),
    changesAt: utc(nextChange(course, now)),
  }
}

export function wholeOf(
  course: LoadedCourse,
  meetings: readonly Meeting[],
  groupTiers: readonly GroupTier[],
  zone: string | undefined,
  now: Date,
): CourseDefinition {
  const { chosen, definition } = course
  const offer = chosen && offerOfCohort(course, chosen)
  const deposit = offer && depositOfSeat(offer.price, now, chosen.startsAt)
  return {
    ...cardOf(course, zone, now),
    promise: definition.promise,
    bring: definition.bring,
    marketTexts: definition.markets,
    sessions: definition.curriculum.map((group) => ({
      ...group,
      items: group.items.map((item) => dated(course, item)),
    })),
    proSessions: definition.proSessions.map((item) => dated(course, item)),
    made: definition.made && {
      ...definition.made,
      works: definition.made.works.map(({ title, by, length, ...print }, index) => ({
        title,
        by,
        length,
        images: { poster: `/art/${course.prefixCode}-made-${index + 1}.svg`, ...print },
      })),
    },
    facts: definition.facts,
    level: definition.level,
    compareWith: definition.compareWith,
    instructors: course.creators.map(({ name, slug, initials, quote, biography }) => ({
      name,
      slug,
      initials,
      quote,
      biography,
    })),
    questions: definition.questions,
    refundTerms: course.refundTerms,
    cohorts: inOrder(course.cohorts, now).map((cohort) => ({
      courseCode: cohort.courseCode,
      offerCode: offerOfCohort(course, cohort)?.offerCode ?? null,
      name: cohort.name,
      startsAt: utc(cohort.startsAt),
      endsAt: utc(cohort.endsAt),
      timezoneId: cohort.timezoneId,
      meetsAt: usualDays(meetings.filter((meeting) => meeting.course_code === cohort.courseCode)),
      status: cohortStatus(cohort, now),
      seatsRemaining: seatsOf(cohort),
      displayText: textOf(course, cohort, zone),
    })),
    deposit: deposit && {
      dueNow: toWire(deposit.amount),
      dueLater: toWire(subtract(unitPrice(offer.price, now), deposit.amount)),
      dueAt: deposit.balanceDueAt.toISOString(),
    },
    refundUntil: utc(refundUntil(chosen?.startsAt ?? null)),
    groupTiers: [...groupTiers],
  }
}

/** "Tue & Thu, 20:00" can be said of a cohort that meets at one hour; of another, when it meets first. */
function usualDays(meetings: readonly Meeting[]): string[] {
  const isRegular = new Set(meetings.map((meeting) => meeting.local_time)).size === 1
  return (isRegular ? meetings : meetings.slice(0, 1)).map((meeting) => meeting.starts_at.toISOString())
}

/** A cohort asked for by its own code is told as it stands; else the course as a whole. */
function asked({ chosen, cohorts }: LoadedCourse): CatalogCohort[] {
  return chosen ? [chosen] : cohorts
}

function dated<Item extends { id: string }>({ sessions }: LoadedCourse, item: Item) {
  const session = sessions.find((candidate) => candidate.item_id === item.id)
  return { ...item, startsAt: utc(session?.starts_at ?? null), endsAt: utc(session?.ends_at ?? null) }
}

export function textOf({ deliveryType }: LoadedCourse, cohort: CatalogCohort, zone: string | undefined): string {
  if (cohort.startsAt) return inZone(cohort.startsAt, zone ?? cohort.timezoneId).displayText
  return deliveryType === 'on-demand' ? 'Start whenever you like' : 'Dates to be announced'
}

function seatsOf(cohort: CatalogCohort): number | null {
  return seatsShown(seatsLeft(cohort.capacity, cohort.taken))
}

export function offerOfCohort(course: LoadedCourse, cohort: CatalogCohort): PricedOffer | null {
  return course.offers.find((offer) => offer.courseCode === cohort.courseCode) ?? null
}

/** What a place cost last, for a course that has nothing to sell now. */
function latestOffer(course: LoadedCourse): PricedOffer | null {
  const cohort = course.cohorts.findLast((candidate) => offerOfCohort(course, candidate))
  return cohort ? offerOfCohort(course, cohort) : null
}

/** What can be joined or waited for first, by date; then what runs, then what is over. Cancelled runs are not shown. */
export function inOrder(cohorts: CatalogCohort[], now: Date): CatalogCohort[] {
  const rank = { open: 0, 'few-seats': 0, full: 0, 'coming-soon': 1, 'in-progress': 2, ended: 3 }
  return cohorts
    .filter((cohort) => cohort.state !== 'cancelled')
    .sort((a, b) => rank[cohortStatus(a, now)] - rank[cohortStatus(b, now)])
}
