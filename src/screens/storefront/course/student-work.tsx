import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Portrait } from '#ui/portrait.tsx'
import text from '#ui/text.module.css'
import { getInitials } from '../course-labels.ts'
import styles from './student-work.module.css'

export function StudentWorkSection({ course: { studentWork } }: { course: CourseDefinition }) {
  if (!studentWork) return null
  return (
    <section className={styles.studentWork} aria-labelledby="student-work">
      <div className={text.wrap}>
        <div className={text.sectionHead}>
          <h2 id="student-work">Made in this room</h2>
          <p className={text.note}>{studentWork.note}</p>
        </div>
        <ul className={`${text.plain} ${styles.reel}`}>
          {studentWork.works.map(({ title, by, length, images }) => (
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
          {studentWork.stories.map(({ quote, name, about }) => (
            <figure key={quote}>
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
      </div>
    </section>
  )
}
