/** Tells loaded courses as the contract does (§4): dates in the asked zone, seats only where few are left. */
import { cohortStatus, courseState } from '#domain/course.ts'
import { depositOfSeat } from '#domain/deposit.ts'
import type { GroupTier } from '#domain/discount.ts'
import { subtract, toMajor, toWire } from '#domain/money.ts'
import { unitPrice } from '#domain/pricing.ts'
import { inZone, refundUntil } from '#domain/schedule.ts'
import { seatsLeft, seatsShown } from '#domain/seats.ts'
import type { LoadedCourse, PricedOffer, Run } from './courses.ts'
import { nextChange } from './next-change.ts'
import type { meetingsOf } from './queries.ts'
import { CohortStatus, type CourseCard, type CourseDate, type CourseDefinition } from './wire.ts'

type Meeting = Awaited<ReturnType<typeof meetingsOf>>[number]

const utc = (at: Date | null) => at?.toISOString() ?? null

/** Null when nothing can be joined, waited for or looked forward to. */
export function dateOf(course: LoadedCourse, zone: string | undefined, now: Date): CourseDate | null {
  const run = course.chosen
  const status = run && CohortStatus.safeParse(cohortStatus(run, now)).data
  if (!run || !status) return null
  const there = run.startsAt && inZone(run.startsAt, zone ?? run.timezoneId)
  return {
    courseCode: run.courseCode,
    offerCode: offerOfRun(course, run)?.offerCode ?? null,
    startsAt: utc(run.startsAt),
    endsAt: utc(run.endsAt),
    timezoneId: run.timezoneId,
    localDate: there?.localDate ?? null,
    localTime: there?.localTime ?? null,
    displayText: textOf(course, run, zone),
    utcOffset: there?.utcOffset ?? null,
    enrolClosesAt: utc(run.enrolClosesAt),
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
  const offer = chosen && offerOfRun(course, chosen)
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
  const offer = chosen && offerOfRun(course, chosen)
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
    cohorts: inOrder(course.runs, now).map((run) => ({
      courseCode: run.courseCode,
      offerCode: offerOfRun(course, run)?.offerCode ?? null,
      name: run.name,
      startsAt: utc(run.startsAt),
      endsAt: utc(run.endsAt),
      timezoneId: run.timezoneId,
      meetsAt: usualDays(meetings.filter((meeting) => meeting.course_code === run.courseCode)),
      status: cohortStatus(run, now),
      seatsRemaining: seatsOf(run),
      displayText: textOf(course, run, zone),
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

/** "Tue & Thu, 20:00" can be said of a run that meets at one hour; of another, when it meets first. */
function usualDays(meetings: readonly Meeting[]): string[] {
  const isRegular = new Set(meetings.map((meeting) => meeting.local_time)).size === 1
  return (isRegular ? meetings : meetings.slice(0, 1)).map((meeting) => meeting.starts_at.toISOString())
}

/** A run asked for by its own code is told as it stands; else the course as a whole. */
function asked({ chosen, runs }: LoadedCourse): Run[] {
  return chosen ? [chosen] : runs
}

function dated<Item extends { id: string }>({ sessions }: LoadedCourse, item: Item) {
  const session = sessions.find((candidate) => candidate.item_id === item.id)
  return { ...item, startsAt: utc(session?.starts_at ?? null), endsAt: utc(session?.ends_at ?? null) }
}

export function textOf({ deliveryType }: LoadedCourse, run: Run, zone: string | undefined): string {
  if (run.startsAt) return inZone(run.startsAt, zone ?? run.timezoneId).displayText
  return deliveryType === 'on-demand' ? 'Start whenever you like' : 'Dates to be announced'
}

function seatsOf(run: Run): number | null {
  return seatsShown(seatsLeft(run.capacity, run.taken))
}

export function offerOfRun(course: LoadedCourse, run: Run): PricedOffer | null {
  return course.offers.find((offer) => offer.courseCode === run.courseCode) ?? null
}

/** What a place cost last, for a course that has nothing to sell now. */
function latestOffer(course: LoadedCourse): PricedOffer | null {
  const run = course.runs.findLast((candidate) => offerOfRun(course, candidate))
  return run ? offerOfRun(course, run) : null
}

/** What can be joined or waited for first, by date; then what runs, then what is over. Cancelled runs are not shown. */
export function inOrder(runs: Run[], now: Date): Run[] {
  const rank = { open: 0, 'few-seats': 0, full: 0, 'coming-soon': 1, 'in-progress': 2, ended: 3 }
  return runs
    .filter((run) => run.state !== 'cancelled')
    .sort((a, b) => rank[cohortStatus(a, now)] - rank[cohortStatus(b, now)])
}
