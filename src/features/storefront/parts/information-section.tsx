import type { ReactNode } from 'react'
import { Fold } from '#ui/fold.tsx'
import type { Section } from '../information-text.ts'
import styles from './information-page.module.css'
import { Prose } from './prose.tsx'
import { StepPicture } from './step-picture.tsx'

export function InformationSection({ section, children }: { section: Section; children?: ReactNode }) {
  const { id, title, html } = section
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={styles.inside}>
        <Prose html={html} />
        <Parts section={section} />
        {children}
      </div>
    </section>
  )
}

function Parts({ section: { kind, parts } }: { section: Section }) {
  switch (kind) {
    case 'questions':
      return (
        <div>
          {parts.map(({ id, title, html }) => (
            <Fold key={id} title={title} id={id}>
              <Prose html={html} />
            </Fold>
          ))}
        </div>
      )
    case 'steps':
      return (
        <ol className={styles.steps}>
          {parts.map(({ id, title, html }) => (
            <li key={id} id={id}>
              <div className={styles.step}>
                <h3>{title}</h3>
                <Prose html={html} />
              </div>
              <StepPicture step={id} />
            </li>
          ))}
        </ol>
      )
    case 'text':
      return null
  }
}
