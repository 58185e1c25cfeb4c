import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import { FindAnswers } from './find-answers.tsx'
import type { Information } from './information.ts'
import styles from './information-page.module.css'
import { InformationSection } from './information-section.tsx'
import { Prose } from './prose.tsx'

/** Interactive content of sections, keyed by section id. */
type SectionInsets = Record<string, ReactNode>

type InformationPageProps = { page: Information; poster: string | null; insets?: SectionInsets }

export function InformationPage({ page, poster, insets = {} }: InformationPageProps) {
  const { art, contents, sections } = page
  return (
    <main id="content" className={text.wrap} data-hue={art?.hue}>
      <InformationHeader page={page} poster={poster} />
      <div className={contents ? styles.beside : styles.rows}>
        {contents && <Contents sections={sections} />}
        <div className={styles.body}>
          {page.intro !== '' && (
            <div className={styles.opening}>
              <Prose html={page.intro} />
            </div>
          )}
          {sections.map((section) => (
            <InformationSection key={section.id} section={section}>
              {insets[section.id]}
            </InformationSection>
          ))}
          <p className={`${text.note} ${styles.changed}`}>
            Last updated on <time dateTime={page.updatedAt}>{formatDay(page.updatedAt)}</time>.
          </p>
        </div>
      </div>
    </main>
  )
}

function InformationHeader({
  page: { heading, lead, action, art, sections },
  poster,
}: Omit<InformationPageProps, 'inside'>) {
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

function formatDay(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
