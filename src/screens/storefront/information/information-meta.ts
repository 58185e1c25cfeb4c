/** Head tags of an information page, for search engines and shared links. */
import { joinTitle } from '#ui/page-title.ts'
import { createShareMeta } from '../seo/share-meta.ts'
import { createQuestionsData } from '../seo/structured-data.ts'
import type { Information } from './information.ts'

/** @param sharePicturePath of the share picture */
export function createInformationMeta(
  { name, title, description, sections }: Information,
  site: string,
  siteName: string,
  sharePicturePath: string,
) {
  const fullTitle = joinTitle(title, siteName)
  const address = `${site}/${name}`
  const questions = sections
    .filter(({ kind }) => kind === 'questions')
    .flatMap(({ parts }) => parts.map(({ title, html }) => ({ question: title, answer: html })))
  return [
    ...createShareMeta({ siteName, title: fullTitle, description, address, picture: `${site}${sharePicturePath}` }),
    { tagName: 'link', rel: 'canonical', href: address },
    ...(questions.length > 0 ? [{ 'script:ld+json': createQuestionsData(questions, address) }] : []),
  ]
}
