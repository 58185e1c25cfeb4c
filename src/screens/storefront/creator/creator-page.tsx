import type { ProfilePage } from '#catalogue/profiles/load-profile-page.ts'
import { Portrait } from '#ui/portrait.tsx'
import text from '#ui/text.module.css'
import grid from '../catalogue/course-card.module.css'
import { CourseCard } from '../catalogue/course-card.tsx'
import styles from './creator-page.module.css'
import { ProfileLinks } from './profile-links.tsx'

export function CreatorPage({ profile }: { profile: ProfilePage }) {
  const { name, initials, photo, quote, biography, links, cards } = profile
  return (
    <main id="content" data-hue={cards[0]?.images.hue}>
      <div className={`${text.wrap} ${styles.head}`}>
        <Portrait initials={initials} photo={photo} />
        <div>
          <h1>{name}</h1>
          {quote && <blockquote>“{quote}”</blockquote>}
          <div className={styles.prose}>
            {biography.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <ProfileLinks links={links} />
        </div>
      </div>
      {cards.length > 0 && (
        <section className={`${text.wrap} ${text.section}`} aria-labelledby="courses">
          <div className={text.sectionHead}>
            <h2 id="courses">Courses with {name}</h2>
          </div>
          <ul className={`${text.plain} ${grid.grid} ${grid.three}`}>
            {cards.map((card) => (
              <CourseCard key={card.coursePrefixCode} card={card} isBelow />
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}
