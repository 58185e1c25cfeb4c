import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Portrait } from '#ui/portrait.tsx'
import styles from './teachers.module.css'

export function Teachers({ course: { instructors } }: { course: CourseDefinition }) {
  return (
    <section aria-labelledby="teacher">
      <h2 id="teacher">{instructors.length > 1 ? 'Your instructors' : 'Your instructor'}</h2>
      <div className={styles.all}>
        {instructors.map(({ name, slug, initials, quote, biography }) => (
          <div key={slug} className={styles.teacher}>
            <Portrait initials={initials} />
            <div>
              {instructors.length > 1 && <h3>{name}</h3>}
              {quote && <blockquote>“{quote}”</blockquote>}
              <div className={styles.prose}>
                {biography.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
