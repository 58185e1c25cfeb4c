import { type CatalogueFilter, grouped, writeFilter } from '#domain/catalogue-filter.ts'
import type { CourseCard as Card } from '#features/catalog/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import type { HomeCourses } from '../home-courses.ts'
import { pageHref } from '../page-href.ts'
import type { Sent } from '../take-sent-form.ts'
import styles from './catalogue.module.css'
import { CatalogueFilters } from './catalogue-filters.tsx'
import grid from './course-card.module.css'
import { CourseCard } from './course-card.tsx'
import { NoneFound } from './none-found.tsx'

type Props = {
  listing: HomeCourses['listing']
  cards: Card[]
  awaited: HomeCourses['awaited']
  filter: CatalogueFilter
  sent: Sent | null
}

const FIRST_ROW = 4

export function Catalogue({ listing, cards, awaited, filter, sent }: Props) {
  const query = writeFilter(filter, new URLSearchParams()).toString()
  return (
    <section className={`${text.wrap} ${text.section}`} aria-labelledby="courses" data-catalogue>
      <div className={text.sectionHead}>
        <h2 id="courses">This season</h2>
      </div>
      <CatalogueFilters filter={filter} found={listing.found} all={listing.all} />
      <ul className={`${text.plain} ${grid.grid}`} data-cards>
        {cards.map((card, index) => (
          <CourseCard key={card.coursePrefixCode} card={card} isBelow={index >= FIRST_ROW} />
        ))}
      </ul>
      <div data-pages>{listing.pages > 1 && <Pages listing={listing} shown={cards.length} filter={filter} />}</div>
      <NoneFound choices={awaited} query={query} sent={sent} hidden={listing.found > 0 && sent === null} />
    </section>
  )
}

type PagesProps = { listing: HomeCourses['listing']; shown: number; filter: CatalogueFilter }

function Pages({ listing: { page, pages, found, from }, shown, filter }: PagesProps) {
  return (
    <nav className={styles.pages} aria-label="More of the courses">
      {page > 1 && (
        <a className={text.link} href={`${pageHref(page - 1, filter)}#courses`} rel="prev">
          Show the ones before
        </a>
      )}
      <p>
        <span data-from>{grouped(from)}</span> to <span data-to>{grouped(from + shown - 1)}</span> of {grouped(found)}
      </p>
      {page < pages && (
        <ButtonLink look="quiet" href={`${pageHref(page + 1, filter)}#courses`} rel="next">
          Show more
        </ButtonLink>
      )}
    </nav>
  )
}
