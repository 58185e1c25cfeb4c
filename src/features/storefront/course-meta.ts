/** What search engines and shared links are told about a course. */
import { teachersOf } from '#features/catalog/teachers.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { alternatesOf, type Country, MARKETS, marketPath } from './markets.ts'
import { shareMeta } from './share-meta.ts'
import { courseData, pathData, questionsData } from './structured-data.ts'

type Page = {
  course: CourseDefinition
  site: string
  /** The path of its picture. */
  picture: string
  /** The country whose page it is, if it is one's own. */
  market?: Country
}

export function courseMeta({ course, site, picture: path, market }: Page) {
  const title = `${course.title} with ${teachersOf(course)} | Understudy${market ? ` ${MARKETS[market].name}` : ''}`
  const address = `${site}${market ? marketPath(market, course.url) : course.url}`
  const picture = `${site}${path}`
  const place = { address, site, image: picture }
  const alternates = alternatesOf(course).map(({ hreflang, path }) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang: hreflang,
    href: `${site}${path}`,
  }))
  return [
    ...shareMeta({ title, description: course.promise, address, picture }),
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternates,
    { 'script:ld+json': courseData(course, place) },
    { 'script:ld+json': questionsData(course.questions, address) },
    { 'script:ld+json': pathData(course, place) },
  ]
}
