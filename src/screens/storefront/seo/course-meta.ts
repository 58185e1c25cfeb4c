/** Head tags of a course page, for search engines and shared links. */
import { formatTeachers } from '#catalogue/catalog/teachers.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { joinTitle } from '#ui/page-title.ts'
import { listAlternates, MARKETS, type MarketCode, marketPath } from '../market/markets.ts'
import { createShareMeta } from './share-meta.ts'
import { createBreadcrumbData, createCourseData, createQuestionsData } from './structured-data.ts'

type CourseMetaInput = {
  course: CourseDefinition
  site: string
  siteName: string
  /** Path of the share picture. */
  picture: string
  /** The country of the page, when it is a market page. */
  market?: MarketCode
}

export function createCourseMeta({ course, site, siteName, picture: path, market }: CourseMetaInput) {
  const heading = course.searchTitle || `${course.title} with ${formatTeachers(course)}`
  const title = joinTitle(heading, market ? `${siteName} ${MARKETS[market].name}` : siteName)
  const address = `${site}${market ? marketPath(market, course.url) : course.url}`
  const picture = `${site}${path}`
  const pageContext = { address, site, siteName, image: picture }
  const alternates = listAlternates(course).map(({ hreflang, path }) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang: hreflang,
    href: `${site}${path}`,
  }))
  return [
    ...createShareMeta({ siteName, title, description: course.searchDescription || course.promise, address, picture }),
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternates,
    { 'script:ld+json': createCourseData(course, pageContext) },
    { 'script:ld+json': createQuestionsData(course.questions, address) },
    { 'script:ld+json': createBreadcrumbData(course, pageContext) },
  ]
}
