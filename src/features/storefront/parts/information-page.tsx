import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import type { Information } from '../information.ts'
import { FindAnswers } from './find-answers.tsx'
import styles from './information-page.module.css'
import { InformationSection } from './information-section.tsx'
import { Prose } from './prose.tsx'

/** What a section of the text holds that works: by the section's id. */
type Inside = Record<string, ReactNode>

type Shown = { page: Information; poster: string | null; inside?: Inside }

export function InformationPage({ page, poster, inside = {} }: Shown) {
  const { art, contents, sections } = page
  return (
    <main id="content" className={text.wrap} data-hue={art?.hue}>
      <Head page={page} poster={poster} />
      <div className={contents ? styles.beside : styles.rows}>
        {contents && <Contents sections={sections} />}
        <div className={styles.body}>
          {page.opening !== '' && (
            <div className={styles.opening}>
              <Prose html={page.opening} />
            </div>
          )}
          {sections.map((section) => (
            <InformationSection key={section.id} section={section}>
              {inside[section.id]}
            </InformationSection>
          ))}
          <p className={`${text.note} ${styles.changed}`}>
            Last changed on <time dateTime={page.updatedAt}>{dayOf(page.updatedAt)}</time>.
          </p>
        </div>
      </div>
    </main>
  )
}

function Head({ page: { heading, lead, action, art, sections }, poster }: Omit<Shown, 'inside'>) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1>{heading}</h1>
        <p className={text.lede}>{lead}</p>
        {action && (
          <ButtonLink size="tall" href={action.href}>
            {action.label}
          </ButtonLink>
        )}
      </div>
      {sections.some(({ kind }) => kind === 'questions') && <FindAnswers />}
      {poster && (
        <div className={styles.art}>
          <Poster src={poster} focal={art?.focal} />
        </div>
      )}
    </header>
  )
}

function Contents({ sections }: Pick<Information, 'sections'>) {
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function dayOf(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
