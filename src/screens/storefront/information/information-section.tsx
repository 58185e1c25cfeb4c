import type { ReactNode } from 'react'
import { Accordion } from '#ui/accordion.tsx'
import { StepPicture } from '../home/step-picture.tsx'
import styles from './information-page.module.css'
import type { InformationTextSection } from './information-text.ts'
import { Prose } from './prose.tsx'

export function InformationSection({ section, children }: { section: InformationTextSection; children?: ReactNode }) {
  const { id, title, html } = section
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={styles.inside}>
        <Prose html={html} />
        <SectionParts section={section} />
        {children}
      </div>
    </section>
  )
}

function SectionParts({ section: { kind, parts } }: { section: InformationTextSection }) {
  switch (kind) {
    case 'questions':
      return (
        <div>
          {parts.map(({ id, title, html }) => (
            <Accordion key={id} title={title} id={id}>
              <Prose html={html} />
            </Accordion>
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
