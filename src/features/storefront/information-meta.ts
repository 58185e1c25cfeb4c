/** What search engines and shared links are told about an information page. */
import type { Information } from './information.ts'
import { questionsData } from './structured-data.ts'

export function informationMeta({ name, title, description, sections }: Information, site: string) {
  const full = `${title} | Understudy`
  const address = `${site}/${name}`
  const questions = sections
    .filter(({ kind }) => kind === 'questions')
    .flatMap(({ parts }) => parts.map(({ title, html }) => ({ question: title, answer: html })))
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(questions.length > 0 ? [{ 'script:ld+json': questionsData(questions, address) }] : []),
  ]
}
