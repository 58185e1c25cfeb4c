import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Portrait } from '#ui/portrait.tsx'
import text from '#ui/text.module.css'
import { initialsOf } from '../words.ts'
import styles from './made.module.css'

export function Made({ course: { made } }: { course: CourseDefinition }) {
  if (!made) return null
  return (
    <section className={styles.made} aria-labelledby="made">
      <div className={text.wrap}>
        <div className={text.sectionHead}>
          <h2 id="made">Made in this room</h2>
          <p className={text.note}>{made.note}</p>
        </div>
        <ul className={`${text.plain} ${styles.reel}`}>
          {made.works.map(({ title, by, length, images }) => (
            <li key={title}>
              <div className={styles.still}>
                <img src={images.poster} alt="" width={1200} height={750} loading="lazy" />
                {length && <span>{length}</span>}
              </div>
              <p>
                <b>{title}</b>
                {by}
              </p>
            </li>
          ))}
        </ul>
        <div className={styles.stories}>
          {made.stories.map(({ quote, name, about }) => (
            <figure key={quote}>
              <blockquote>“{quote}”</blockquote>
              <figcaption>
                <Portrait initials={initialsOf(name)} />
                <span>
                  <b>{name}</b>
                  {about}
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
