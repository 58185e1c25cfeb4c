/** Formats loaded courses as docs/contract §4: dates in the requested zone, seat numbers only when few are left. */
import { presentDeposit, presentPrice } from '#catalogue/prices/present-price.ts'
import { getCohortStatus, getCourseState } from '#domain/course.ts'
import { getLengthSeconds } from '#domain/learning/watched.ts'
import { type GroupTier, listCourseTiers } from '#domain/money/discount.ts'
import { getRefundStep, listRefundTerms } from '#domain/orders/refund-policy.ts'
import { getSeatsLeft, getShownSeats } from '#domain/orders/seats.ts'
import { toZoneTime } from '#domain/schedule.ts'
import { formatSessionStart } from './calendar/session-start.ts'
import type { CatalogCohort, PricedOffer } from './cohort-on-sale.ts'
import type { LoadedCourse } from './courses.ts'
import { createCurriculumFacts, getCurriculumPath } from './curriculum-facts.ts'
import type { StoredDefinition } from './files/definition.ts'
import { getNextChangeAt } from './next-change.ts'
import { createPhotoSources, createProfilePhotoSources, toSharePhoto } from './pictures/photo-sources.ts'
import type { listMeetings } from './queries.ts'
import { type HideablePart, pickTexts } from './wire/course-texts.ts'
import { type CourseCard, type CourseDate, CourseDateStatus, type CourseDefinition } from './wire.ts'

type Meeting = Awaited<ReturnType<typeof listMeetings>>[number]

const toUtcText = (at: Date | null) => at?.toISOString() ?? null

/** Null when no cohort is open, full or announced. */
function toCourseDate(course: LoadedCourse, zone: string | undefined, now: Date): CourseDate | null {
  const cohort = course.chosenCohort
  const status = cohort && CourseDateStatus.safeParse(getCohortStatus(cohort, now)).data
  if (!cohort || !status) return null
  const zoned = cohort.startsAt && toZoneTime(cohort.startsAt, zone ?? cohort.timezoneId)
  return {
    courseCode: cohort.cohortCode,
    offerCode: getCohortOffer(course, cohort)?.offerCode ?? null,
    startsAt: toUtcText(cohort.startsAt),
    endsAt: toUtcText(cohort.endsAt),
    timezoneId: cohort.timezoneId,
    localDate: zoned?.localDate ?? null,
    localTime: zoned?.localTime ?? null,
    displayText: getDisplayText(course, cohort, zone),
    utcOffset: zoned?.utcOffset ?? null,
    enrolClosesAt: toUtcText(cohort.enrolClosesAt),
    status: course.deliveryType === 'on-demand' && status === 'few-seats' ? 'open' : status,
    sessions: course.sessions.map((session) => ({
      startsAt: session.starts_at.toISOString(),
      endsAt: session.ends_at.toISOString(),
      title: session.title,
    })),
  }
}

export function toCourseCard(course: LoadedCourse, zone: string | undefined, now: Date): CourseCard {
  const { chosenCohort: chosen, definition, creators } = course
  const offer = chosen && getCohortOffer(course, chosen)
  return {
    courseCode: chosen?.cohortCode ?? course.courseCode,
    coursePrefixCode: course.courseCode,
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
    images: {
      poster: `/art/${course.courseCode}.svg`,
      ...(definition.cover && { cover: createPhotoSources(course.courseCode, definition.cover) }),
      ...(definition.sharePhoto && { share: toSharePhoto(definition.sharePhoto) }),
      ...definition.images,
    },
    duration: definition.duration,
    sessionsCount: definition.curriculum.flatMap(({ items }) => items.filter(({ kind }) => kind === 'live')).length,
    classTime: definition.classTime,
    videoTime: definition.videoTime,
    ...presentPrice(offer ?? getLatestOffer(course), now),
    priceSubtext: definition.priceSubtext,
    discountText: definition.discountText,
    benefits: withoutHidden(definition).benefits,
    pdfLink: course.isWithdrawn ? null : getCurriculumPath(createCurriculumFacts(course, now)),
    markets: definition.markets.map((market) => market.country),
    seatsRemaining: chosen && getCohortShownSeats(chosen),
    nextDate: toCourseDate(course, zone, now),
    state: getCourseState(getRelevantCohorts(course), course.deliveryType, now, course.isWithdrawn),
    changesAt: toUtcText(getNextChangeAt(course, now)),
  }
}

export function toCourseDefinition(
  course: LoadedCourse,
  meetings: readonly Meeting[],
  groupTiers: readonly GroupTier[],
  zone: string | undefined,
  now: Date,
): CourseDefinition {
  const { chosenCohort: chosen } = course
  const definition = withoutHidden(course.definition)
  const offer = chosen && getCohortOffer(course, chosen)
  const refund =
    chosen?.startsAt && getRefundStep({ firstSessionAt: chosen.startsAt, boughtAt: now }, course.refund, now)
  return {
    ...toCourseCard(course, zone, now),
    ...pickTexts(definition),
    benefits: definition.benefits,
    requirements: definition.requirements,
    hiddenParts: definition.hiddenParts,
    marketTexts: definition.markets,
    sessions: definition.curriculum.map((group) => ({
      ...group,
      items: group.items.map((item) => withSessionTimes(course, item)),
    })),
    proSessions: definition.proSessions.map((item) => withSessionTimes(course, item)),
    studentWork: definition.studentWork && {
      ...definition.studentWork,
      works: definition.studentWork.works.map(({ title, by, length, photo, ...picture }, index) => ({
        title,
        by,
        length,
        images: { poster: `/art/${course.courseCode}-work-${index + 1}.svg`, ...picture },
        photo: photo ? createPhotoSources(course.courseCode, photo) : null,
      })),
    },
    trailer: toTrailer(course),
    facts: definition.facts,
    level: definition.level,
    compareWith: definition.compareWith,
    instructors: course.creators.map(({ name, slug, initials, quote, biography, ...profile }) => ({
      name,
      slug,
      initials,
      quote,
      biography,
      url: `/creators/${profile.page_slug ?? slug}`,
      links: profile.links,
      photo: profile.photo_id
        ? createProfilePhotoSources(profile.photo_id, { focalX: profile.photo_focal_x, focalY: profile.photo_focal_y })
        : null,
    })),
    questions: definition.questions,
    refund: course.refund,
    refundTerms: listRefundTerms(course.refund, course.deliveryType),
    refundNote: course.refundNote || null,
    cohorts: sortCohorts(course.cohorts, now).map((cohort) => ({
      courseCode: cohort.cohortCode,
      offerCode: getCohortOffer(course, cohort)?.offerCode ?? null,
      name: cohort.name,
      startsAt: toUtcText(cohort.startsAt),
      endsAt: toUtcText(cohort.endsAt),
      timezoneId: cohort.timezoneId,
      meetsAt: meetings
        .filter((meeting) => meeting.cohort_code === cohort.cohortCode)
        .map((meeting) => meeting.starts_at.toISOString()),
      status: getCohortStatus(cohort, now),
      seatsRemaining: getCohortShownSeats(cohort),
      displayText: getDisplayText(course, cohort, zone),
    })),
    deposit: presentDeposit(offer, chosen?.startsAt ?? null, now),
    accessDays: course.accessDays,
    givesCertificate: course.givesCertificate,
    refundPercent: refund?.percent ?? null,
    refundUntil: toUtcText(refund?.until ?? null),
    groupTiers: definition.hiddenParts.includes('friends') ? [] : listCourseTiers(groupTiers, course),
  }
}

function toTrailer({ courseCode, definition, trailer }: LoadedCourse): CourseDefinition['trailer'] {
  if (!trailer || definition.trailer === null) return null
  const { assetId, durationMs, width, height, uploadedAt, hasPoster } = trailer
  const still = { sha256: definition.trailer, alt: '', focalX: 50, focalY: 50 }
  return {
    assetId,
    durationSeconds: durationMs ? getLengthSeconds(durationMs) : null,
    shape: width && height ? { width, height } : null,
    poster: hasPoster ? createPhotoSources(courseCode, still) : null,
    uploadedAt: uploadedAt.toISOString(),
  }
}

/** What a part would show is not sent, if its course hides it. Teachers and lessons are also shown elsewhere. */
export function withoutHidden(definition: StoredDefinition): StoredDefinition {
  const { hiddenParts, studentWork, markets } = definition
  const show = <Entry>(part: HideablePart, entries: Entry[]): Entry[] => (hiddenParts.includes(part) ? [] : entries)
  return {
    ...definition,
    benefits: show('benefits', definition.benefits),
    requirements: show('requirements', definition.requirements),
    questions: show('questions', definition.questions),
    studentWork: studentWork && {
      ...studentWork,
      works: show('work', studentWork.works),
      stories: show('testimonials', studentWork.stories),
    },
    markets: markets.map((market) => ({ ...market, testimonials: show('testimonials', market.testimonials) })),
  }
}

/** The requested cohort, else all cohorts of the course. */
function getRelevantCohorts({ chosenCohort: chosen, cohorts }: LoadedCourse): CatalogCohort[] {
  return chosen ? [chosen] : cohorts
}

function withSessionTimes<Item extends { id: string }>({ sessions }: LoadedCourse, item: Item) {
  const session = sessions.find((candidate) => candidate.lesson_key === item.id)
  return { ...item, startsAt: toUtcText(session?.starts_at ?? null), endsAt: toUtcText(session?.ends_at ?? null) }
}

export function getDisplayText(
  { deliveryType }: LoadedCourse,
  cohort: CatalogCohort,
  zone: string | undefined,
): string {
  if (cohort.startsAt) return formatSessionStart(cohort.startsAt, zone ?? cohort.timezoneId)
  return deliveryType === 'on-demand' ? 'Start whenever you like' : 'Dates to be announced'
}

function getCohortShownSeats(cohort: CatalogCohort): number | null {
  return getShownSeats(getSeatsLeft(cohort))
}

export function getCohortOffer(course: LoadedCourse, cohort: CatalogCohort): PricedOffer | null {
  return course.offers.find((offer) => offer.cohortCode === cohort.cohortCode) ?? null
}

/** The most recent offer, for a course with nothing on sale. */
function getLatestOffer(course: LoadedCourse): PricedOffer | null {
  const cohort = course.cohorts.findLast((candidate) => getCohortOffer(course, candidate))
  return cohort ? getCohortOffer(course, cohort) : null
}

/**
 * Open and full cohorts first, then announced ones, started ones and ended ones, each by date. Without cancelled
 * cohorts.
 */
export function sortCohorts(cohorts: CatalogCohort[], now: Date): CatalogCohort[] {
  const rank = { open: 0, 'few-seats': 0, full: 0, 'coming-soon': 1, 'in-progress': 2, ended: 3 }
  return cohorts
    .filter((cohort) => cohort.state !== 'cancelled')
    .sort((a, b) => rank[getCohortStatus(a, now)] - rank[getCohortStatus(b, now)])
}
