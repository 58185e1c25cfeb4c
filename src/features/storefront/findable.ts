/** What the catalogue's filter knows of a course, on the server and, as marks of its card, in the browser. */
import { type Findable, foldWords } from '#domain/catalogue-filter.ts'
import { teachersOf } from '#features/catalog/teachers.ts'
import type { CourseCard } from '#features/catalog/wire.ts'
import { kindOf } from './words.ts'

export function findableOf(card: CourseCard): Findable {
  const said = [card.title, card.sectionTitle, card.subtitle, teachersOf(card), kindOf(card), card.kind]
  return {
    words: [...new Set(foldWords(said.join(' ')).split(/[^\p{L}\p{N}’'-]+/u))].join(' '),
    deliveryType: card.deliveryType,
    kind: card.kind,
    startsAt: card.nextDate?.startsAt ?? null,
  }
}

export function marksOf({ words, deliveryType, kind, startsAt }: Findable) {
  return {
    'data-words': words,
    'data-delivery': deliveryType,
    'data-kind': kind,
    'data-starts-at': startsAt ?? undefined,
  }
}

export function readMarks({ words = '', delivery = '', kind = '', startsAt }: DOMStringMap): Findable {
  return { words, deliveryType: delivery, kind, startsAt: startsAt ?? null }
}
