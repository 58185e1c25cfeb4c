import type { CourseCard as Card } from '#catalogue/catalog/wire.ts'
import { type CatalogueFilter, formatCount, setFilter } from '#domain/catalogue-filter.ts'
import { ButtonLink } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import type { PageFormResult } from '../handle-page-form.ts'
import { getPageHref } from '../seo/page-href.ts'
import styles from './catalogue.module.css'
import { CatalogueFilters } from './catalogue-filters.tsx'
import grid from './course-card.module.css'
import { CourseCard } from './course-card.tsx'
import type { HomeCourses } from './home-courses.ts'
import { NoneFound } from './none-found.tsx'

type Props = {
  listing: HomeCourses['listing']
  cards: Card[]
  comingSoon: HomeCourses['comingSoon']
  filter: CatalogueFilter
  sent: PageFormResult | null
}

const FIRST_ROW_COUNT = 4

export function Catalogue({ listing, cards, comingSoon, filter, sent }: Props) {
  const query = setFilter(filter, new URLSearchParams()).toString()
  return (
    <section className={`${text.wrap} ${text.section}`} aria-labelledby="courses" data-catalogue>
      <div className={text.sectionHead}>
        <h2 id="courses">This season</h2>
      </div>
      <CatalogueFilters filter={filter} resultCount={listing.matchCount} totalCount={listing.totalCount} />
      <ul className={`${text.plain} ${grid.grid}`} data-cards>
        {cards.map((card, index) => (
          <CourseCard key={card.coursePrefixCode} card={card} isBelow={index >= FIRST_ROW_COUNT} />
        ))}
      </ul>
      <div data-pages>{listing.pages > 1 && <Pages listing={listing} shownCount={cards.length} filter={filter} />}</div>
      <NoneFound choices={comingSoon} query={query} sent={sent} hidden={listing.matchCount > 0 && sent === null} />
    </section>
  )
}

type PagesProps = { listing: HomeCourses['listing']; shownCount: number; filter: CatalogueFilter }

function Pages({ listing: { page, pages, matchCount, firstNumber: from }, shownCount, filter }: PagesProps) {
  return (
    <nav className={styles.pages} aria-label="More of the courses">
      {page > 1 && (
        <a className={text.link} href={`${getPageHref(page - 1, filter)}#courses`} rel="prev">
          Show previous
        </a>
      )}
      <p>
        <span data-from>{formatCount(from)}</span> to <span data-to>{formatCount(from + shownCount - 1)}</span> of{' '}
        {formatCount(matchCount)}
      </p>
      {page < pages && (
        <ButtonLink look="quiet" href={`${getPageHref(page + 1, filter)}#courses`} rel="next">
          Show more
        </ButtonLink>
      )}
    </nav>
  )
}
