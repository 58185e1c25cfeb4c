/** What search engines and shared links are told about a course. */
import { teachersOf } from '#features/catalog/teachers.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { alternatesOf, type Country, MARKETS, marketPath } from './markets.ts'
import { courseData, pathData, questionsData } from './structured-data.ts'

/** @param market the country whose page it is, if it is one's own */
export function courseMeta(course: CourseDefinition, site: string, market?: Country) {
  const title = `${course.title} with ${teachersOf(course)} | Understudy${market ? ` ${MARKETS[market].name}` : ''}`
  const address = `${site}${market ? marketPath(market, course.url) : course.url}`
  const place = { address, site, image: `${site}${course.images.poster}` }
  const alternates = alternatesOf(course).map(({ hreflang, path }) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang: hreflang,
    href: `${site}${path}`,
  }))
  return [
    { title },
    { name: 'description', content: course.promise },
    { property: 'og:title', content: title },
    { property: 'og:description', content: course.promise },
    { property: 'og:url', content: address },
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternates,
    { 'script:ld+json': courseData(course, place) },
    { 'script:ld+json': questionsData(course.questions, address) },
    { 'script:ld+json': pathData(course, place) },
  ]
}
