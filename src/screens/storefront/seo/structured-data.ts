/** Structured data for search engines: schema.org as JSON-LD, typed by schema-dts. */
import type {
  BreadcrumbList,
  Course,
  CourseInstance,
  FAQPage,
  ItemList,
  Offer,
  Person,
  VideoObject,
  WithContext,
} from 'schema-dts'
import type { CourseCard, CourseDefinition } from '#catalogue/catalog/wire.ts'
import { getDecimals } from '#domain/money/currency.ts'

const CONTEXT = 'https://schema.org'

/** @param address URL of the page. `site` is the origin of every URL, and `image` a picture of the course. */
export function createCourseData(
  course: CourseDefinition,
  { address, site, siteName, image }: StructuredDataContext,
): WithContext<Course> {
  return {
    '@context': CONTEXT,
    '@type': 'Course',
    name: course.sectionTitle,
    description: course.promise,
    url: address,
    image,
    inLanguage: 'en',
    courseCode: course.coursePrefixCode,
    provider: { '@type': 'Organization', name: siteName, url: `${site}/` },
    offers: createOffer(course, address),
    hasCourseInstance: createCourseInstances(course, address),
    ...createTrailerData(course, site),
  }
}

/** Search engines need a picture of the film itself. Its file has no lasting address. */
function createTrailerData({ title, promise, trailer }: CourseDefinition, site: string): { video?: VideoObject } {
  if (!trailer?.poster) return {}
  const { durationSeconds, poster, uploadedAt } = trailer
  return {
    video: {
      '@type': 'VideoObject',
      name: `${title}: trailer`,
      description: promise,
      thumbnailUrl: `${site}${poster.src}`,
      uploadDate: uploadedAt,
      ...(durationSeconds !== null && { duration: `PT${durationSeconds}S` }),
    },
  }
}

type StructuredDataContext = { address: string; site: string; siteName: string; image: string }

export function createBreadcrumbData(
  course: CourseDefinition,
  { address, site }: Pick<StructuredDataContext, 'address' | 'site'>,
): WithContext<BreadcrumbList> {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Courses', item: `${site}/` },
      { '@type': 'ListItem', position: 2, name: course.title, item: address },
    ],
  }
}

/** An answer may be HTML or plain text. */
export function createQuestionsData(
  questions: readonly { question: string; answer: string }[],
  url: string,
): WithContext<FAQPage> {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    url,
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** @param firstPosition position of the first card in the whole list, counted from 1 */
export function createCatalogueData(
  cards: readonly CourseCard[],
  site: string,
  firstPosition: number,
): WithContext<ItemList> {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    itemListElement: cards.map(({ url }, index) => ({
      '@type': 'ListItem',
      position: firstPosition + index,
      url: `${site}${url}`,
    })),
  }
}

const AVAILABILITY = {
  open: 'https://schema.org/InStock',
  'on-demand': 'https://schema.org/InStock',
  'few-seats': 'https://schema.org/LimitedAvailability',
  full: 'https://schema.org/SoldOut',
  'coming-soon': 'https://schema.org/OutOfStock',
  'in-progress': 'https://schema.org/OutOfStock',
  ended: 'https://schema.org/OutOfStock',
} as const

function createOffer(course: CourseDefinition, url: string): Offer {
  const price = course.discountPrice ?? course.price
  return {
    '@type': 'Offer',
    price: price.toFixed(getDecimals(course.currency)),
    priceCurrency: course.currency,
    category: price === 0 ? 'Free' : 'Paid',
    availability: AVAILABILITY[course.state.code],
    url,
    ...(course.discountEndsAt && { priceValidUntil: course.discountEndsAt }),
    ...(course.nextDate?.enrolClosesAt && { validThrough: course.nextDate.enrolClosesAt }),
  }
}

/** Dated cohorts that have not ended. An on-demand course is one permanent instance. */
function createCourseInstances(course: CourseDefinition, url: string): CourseInstance[] {
  const baseInstance = {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: formatWorkload(course),
    instructor: course.instructors.map(
      ({ name, biography }): Person => ({ '@type': 'Person', name, description: biography.join(' ') }),
    ),
    location: { '@type': 'VirtualLocation', url },
  } as const satisfies CourseInstance
  if (course.deliveryType === 'on-demand') return course.state.code === 'ended' ? [] : [baseInstance]
  return course.cohorts.flatMap(({ name, status, startsAt, endsAt }) =>
    startsAt && endsAt && status !== 'ended'
      ? [{ ...baseInstance, ...(name && { name: `${course.title}: ${name}` }), startDate: startsAt, endDate: endsAt }]
      : [],
  )
}

/** Length of the curriculum as an ISO 8601 duration, such as `PT12H30M`. */
function formatWorkload({ sessions, proSessions }: CourseDefinition): string {
  const items = [...sessions.flatMap((group) => group.items), ...proSessions]
  const minutes = items.reduce((sum, item) => sum + item.minutes, 0)
  const hours = Math.floor(minutes / 60)
  const restMinutes = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${restMinutes > 0 || hours === 0 ? `${restMinutes}M` : ''}`
}
