/** What search engines and shared links are told about an information page. */
import type { Information } from './information.ts'
import { shareMeta } from './share-meta.ts'
import { questionsData } from './structured-data.ts'

/** @param path of its picture */
export function informationMeta({ name, title, description, sections }: Information, site: string, path: string) {
  const full = `${title} | Understudy`
  const address = `${site}/${name}`
  const questions = sections
    .filter(({ kind }) => kind === 'questions')
    .flatMap(({ parts }) => parts.map(({ title, html }) => ({ question: title, answer: html })))
  return [
    ...shareMeta({ title: full, description, address, picture: `${site}${path}` }),
    { tagName: 'link', rel: 'canonical', href: address },
    ...(questions.length > 0 ? [{ 'script:ld+json': questionsData(questions, address) }] : []),
  ]
}
