import { type CatalogueFilter, isFiltering, writeFilter } from '#domain/catalogue-filter.ts'
import type { CourseCard as Card } from '#features/catalog/wire.ts'
import text from '#ui/text.module.css'
import { findableOf } from '../findable.ts'
import type { Sent } from '../take-sent-form.ts'
import { CatalogueFilters } from './catalogue-filters.tsx'
import grid from './course-card.module.css'
import { CourseCard } from './course-card.tsx'
import { NoneFound } from './none-found.tsx'

type Props = { cards: Card[]; filter: CatalogueFilter; found: readonly string[]; sent: Sent | null }

const FIRST_ROW = 4

export function Catalogue({ cards, filter, found, sent }: Props) {
  const query = writeFilter(filter, new URLSearchParams()).toString()
  return (
    <section className={`${text.wrap} ${text.section}`} aria-labelledby="courses">
      <div className={text.sectionHead}>
        <h2 id="courses">This season</h2>
      </div>
      <CatalogueFilters filter={filter} found={found.length} all={cards.length} />
      <ul className={`${text.plain} ${grid.grid}`}>
        {cards.map((card, index) => (
          <CourseCard
            key={card.coursePrefixCode}
            card={card}
            isBelow={index >= FIRST_ROW}
            find={findableOf(card)}
            isHidden={isFiltering(filter) && !found.includes(card.coursePrefixCode)}
          />
        ))}
      </ul>
      <NoneFound cards={cards} query={query} sent={sent} hidden={found.length > 0 && sent === null} />
    </section>
  )
}
