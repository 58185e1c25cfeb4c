import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Photo } from '#ui/photo.tsx'
import { Portrait } from '#ui/portrait.tsx'
import text from '#ui/text.module.css'
import { getInitials } from '../course-labels.ts'
import styles from './student-work.module.css'

export function StudentWorkSection({ course: { studentWork } }: { course: CourseDefinition }) {
  if (!studentWork) return null
  const { note, works, stories } = studentWork
  if (works.length === 0 && stories.length === 0) return null
  return (
    <section className={styles.studentWork} aria-labelledby="student-work">
      <div className={text.wrap}>
        <div className={text.sectionHead}>
          <h2 id="student-work">{works.length > 0 ? 'Made in this room' : 'What learners say'}</h2>
          {works.length > 0 && note && <p className={text.note}>{note}</p>}
        </div>
        {works.length > 0 && (
          <ul className={`${text.plain} ${styles.reel}`}>
            {works.map(({ title, by, length, images, photo }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two texts can be equal, and the list never changes here.
              <li key={index}>
                <div className={styles.still}>
                  {photo ? (
                    <Photo photo={photo} sizes="(min-width: 768px) 33vw, 100vw" loading="lazy" />
                  ) : (
                    <img src={images.poster} alt="" width={1200} height={750} loading="lazy" />
                  )}
                  {length && <span>{length}</span>}
                </div>
                <p>
                  <b>{title}</b>
                  {by}
                </p>
              </li>
            ))}
          </ul>
        )}
        {stories.length > 0 && (
          <div className={styles.stories}>
            {stories.map(({ quote, name, about }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two texts can be equal, and the list never changes here.
              <figure key={index}>
                <blockquote>“{quote}”</blockquote>
                <figcaption>
                  <Portrait initials={getInitials(name)} />
                  <span>
                    <b>{name}</b>
                    {about}
                  </span>
                </figcaption>
              </figure>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
