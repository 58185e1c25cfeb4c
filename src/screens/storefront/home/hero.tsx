import { Fragment, type ReactNode } from 'react'
import type { CourseCard } from '#catalogue/catalog/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import styles from './hero.module.css'

const POSTER_COUNT = 8
const MOTIFS_BY_HEIGHT = ['ribbons', 'discs', 'signal', 'weave', 'contour', 'strata', 'aperture']

type Props = { cards: CourseCard[]; headline: string; lead: string }

export function Hero({ cards, headline, lead }: Props) {
  return (
    <section className={text.wrap} aria-labelledby="opening">
      <div className={styles.opening}>
        <div className={styles.words}>
          <h1 id="opening">{breakSentences(headline)}</h1>
          <p className={text.lede}>{lead}</p>
          <p className={styles.actions}>
            <ButtonLink size="tall" href="#courses">
              See the courses
            </ButtonLink>
            <ButtonLink size="tall" look="quiet" href="#how">
              How it works
            </ButtonLink>
          </p>
        </div>
        {pickHeroCards(cards).map((card) => (
          <a key={card.coursePrefixCode} className={styles.flat} data-hue={card.images.hue} href={card.url}>
            <Poster src={card.images.poster} alt={card.title} focal={card.images.focal} priority="low" />
          </a>
        ))}
      </div>
    </section>
  )
}

/** Each sentence on its own line. */
function breakSentences(headline: string): ReactNode {
  return headline.split(/(?<=[.!?]) /).map((sentence, index) => (
    <Fragment key={sentence}>
      {index > 0 && <br />}
      {sentence}
    </Fragment>
  ))
}

function pickHeroCards(cards: CourseCard[]): CourseCard[] {
  const isFirstOfTeacher = (card: CourseCard, index: number) =>
    cards.findIndex((otherCard) => otherCard.instructor.slug === card.instructor.slug) === index
  const selected = cards
    .filter((card, index) => card.state.code !== 'ended' && isFirstOfTeacher(card, index))
    .slice(0, POSTER_COUNT)
  return selected.sort((a, b) => MOTIFS_BY_HEIGHT.indexOf(a.images.motif) - MOTIFS_BY_HEIGHT.indexOf(b.images.motif))
}
