import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Portrait } from '#ui/portrait.tsx'
import text from '#ui/text.module.css'
import { ProfileLinks } from '../creator/profile-links.tsx'
import { useIsDraft } from '../draft/is-draft.ts'
import styles from './teachers.module.css'

type Instructor = CourseDefinition['instructors'][number]

export function Teachers({ course: { instructors } }: { course: CourseDefinition }) {
  return (
    <section aria-labelledby="teacher">
      <h2 id="teacher">{instructors.length > 1 ? 'Your instructors' : 'Your instructor'}</h2>
      <div className={styles.all}>
        {instructors.map((instructor) => (
          <Teacher key={instructor.slug} instructor={instructor} isOnly={instructors.length === 1} />
        ))}
      </div>
    </section>
  )
}

/** The head of the page names the only instructor, whose quote then needs no name. */
function Teacher({ instructor, isOnly }: { instructor: Instructor; isOnly: boolean }) {
  const { name, initials, quote, biography, photo, links, url } = instructor
  const isDraft = useIsDraft()
  const isBrief = !quote && biography.length === 0
  return (
    <div className={isBrief ? `${styles.teacher} ${styles.brief}` : styles.teacher}>
      <Portrait initials={initials} photo={photo} />
      <div>
        {(!isOnly || !quote) && <h3>{name}</h3>}
        {quote && <blockquote>“{quote}”</blockquote>}
        <div className={styles.prose}>
          {biography.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <ProfileLinks links={links} />
        {!isDraft && (
          <a className={text.link} href={url}>
            More about <bdi>{name}</bdi>
          </a>
        )}
      </div>
    </div>
  )
}
