/** What search engines read of a page beside its text: schema.org in JSON-LD. The types know the whole vocabulary. */
import type { BreadcrumbList, Course, CourseInstance, FAQPage, ItemList, Offer, Person, WithContext } from 'schema-dts'
import { decimalsOf } from '#domain/currency.ts'
import type { CourseCard, CourseDefinition } from '#features/catalog/wire.ts'

const CONTEXT = 'https://schema.org'

/** @param address the page's own; `site` begins every address; `image` is a picture of the course */
export function courseData(course: CourseDefinition, { address, site, image }: Place): WithContext<Course> {
  return {
    '@context': CONTEXT,
    '@type': 'Course',
    name: course.sectionTitle,
    description: course.promise,
    url: address,
    image,
    inLanguage: 'en',
    courseCode: course.coursePrefixCode,
    provider: { '@type': 'Organization', name: 'Understudy', url: `${site}/` },
    offers: offerOf(course, address),
    hasCourseInstance: instancesOf(course, address),
  }
}
type Place = { address: string; site: string; image: string }

export function pathData(course: CourseDefinition, { address, site }: Place): WithContext<BreadcrumbList> {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Courses', item: `${site}/` },
      { '@type': 'ListItem', position: 2, name: course.title, item: address },
    ],
  }
}

/** An answer may be HTML, or text as it is. */
export function questionsData(
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

/** @param from the place of the first one in the whole list */
export function catalogueData(cards: readonly CourseCard[], site: string, from: number): WithContext<ItemList> {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    itemListElement: cards.map(({ url }, index) => ({
      '@type': 'ListItem',
      position: from + index,
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

function offerOf(course: CourseDefinition, url: string): Offer {
  const price = course.discountPrice ?? course.price
  return {
    '@type': 'Offer',
    price: price.toFixed(decimalsOf(course.currency)),
    priceCurrency: course.currency,
    category: price === 0 ? 'Free' : 'Paid',
    availability: AVAILABILITY[course.state.code],
    url,
    ...(course.discountEndsAt && { priceValidUntil: course.discountEndsAt }),
    ...(course.nextDate?.enrolClosesAt && { validThrough: course.nextDate.enrolClosesAt }),
  }
}

/** The cohorts with a date that are not over; a course on demand is one that is always on. */
function instancesOf(course: CourseDefinition, url: string): CourseInstance[] {
  const each = {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: workloadOf(course),
    instructor: course.instructors.map(
      ({ name, biography }): Person => ({ '@type': 'Person', name, description: biography.join(' ') }),
    ),
    location: { '@type': 'VirtualLocation', url },
  } as const satisfies CourseInstance
  if (course.deliveryType === 'on-demand') return course.state.code === 'ended' ? [] : [each]
  return course.cohorts.flatMap(({ name, status, startsAt, endsAt }) =>
    startsAt && endsAt && status !== 'ended'
      ? [{ ...each, ...(name && { name: `${course.title}: ${name}` }), startDate: startsAt, endDate: endsAt }]
      : [],
  )
}

/** All hours of the curriculum as an ISO 8601 duration, such as `PT12H30M`. */
function workloadOf({ sessions, proSessions }: CourseDefinition): string {
  const items = [...sessions.flatMap((group) => group.items), ...proSessions]
  const minutes = items.reduce((sum, item) => sum + item.minutes, 0)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}
