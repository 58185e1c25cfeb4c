import type { CourseCard } from '#features/catalog/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import styles from './opening.module.css'

const STEPS = 8
const LOW_TO_TALL = ['ribbons', 'discs', 'signal', 'weave', 'contour', 'strata', 'aperture']

export function Opening({ cards }: { cards: CourseCard[] }) {
  return (
    <section className={text.wrap} aria-labelledby="opening">
      <div className={styles.opening}>
        <div className={styles.words}>
          <h1 id="opening">
            Learn the part.
            <br />
            Then go on.
          </h1>
          <p className={text.lede}>
            Live and on-demand courses from people who make the thing for a living. Small rooms, real dates, something
            finished by the end.
          </p>
          <p className={styles.actions}>
            <ButtonLink size="tall" href="#courses">
              See the courses
            </ButtonLink>
            <ButtonLink size="tall" look="quiet" href="#how">
              How it works
            </ButtonLink>
          </p>
        </div>
        {stairs(cards).map((card) => (
          <a key={card.coursePrefixCode} className={styles.flat} data-hue={card.images.hue} href={card.url}>
            <Poster src={card.images.poster} alt={card.title} focal={card.images.focal} priority="low" />
          </a>
        ))}
      </div>
    </section>
  )
}

function stairs(cards: CourseCard[]): CourseCard[] {
  const isFirstOfTeacher = (card: CourseCard, at: number) =>
    cards.findIndex((other) => other.instructor.slug === card.instructor.slug) === at
  const chosen = cards.filter((card, at) => card.state.code !== 'ended' && isFirstOfTeacher(card, at)).slice(0, STEPS)
  return chosen.sort((a, b) => LOW_TO_TALL.indexOf(a.images.motif) - LOW_TO_TALL.indexOf(b.images.motif))
}
