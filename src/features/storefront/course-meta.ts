/** What search engines and shared links are told about a course. */
import { decimalsOf } from '#domain/currency.ts'
import { teachersOf } from '#features/catalog/teachers.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'

export function courseMeta(course: CourseDefinition, site: string) {
  const title = `${course.title} with ${teachersOf(course)} | Understudy`
  const address = `${site}${course.url}`
  return [
    { title },
    { name: 'description', content: course.promise },
    { property: 'og:title', content: title },
    { property: 'og:description', content: course.promise },
    { property: 'og:url', content: address },
    { tagName: 'link', rel: 'canonical', href: address },
    { 'script:ld+json': structured(course, address) },
  ]
}

function structured(course: CourseDefinition, address: string) {
  const price = (course.discountPrice ?? course.price).toFixed(decimalsOf(course.currency))
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.sectionTitle,
    description: course.promise,
    url: address,
    provider: { '@type': 'Organization', name: 'Understudy' },
    offers: { '@type': 'Offer', price, priceCurrency: course.currency, category: 'Paid', url: address },
    hasCourseInstance: course.cohorts
      .filter(({ startsAt, status }) => startsAt && ['open', 'few-seats', 'full'].includes(status))
      .map(({ startsAt, endsAt }) => ({
        '@type': 'CourseInstance',
        courseMode: 'Online',
        startDate: startsAt,
        endDate: endsAt,
        instructor: course.instructors.map(({ name }) => ({ '@type': 'Person', name })),
      })),
  }
}
