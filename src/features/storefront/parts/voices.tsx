import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Portrait } from '#ui/portrait.tsx'
import { initialsOf } from '../words.ts'
import { useMarket } from './market.tsx'
import styles from './voices.module.css'

export function Voices({ course }: { course: CourseDefinition }) {
  const country = useMarket()?.country
  const voices = course.marketTexts.find((market) => market.country === country)?.voices ?? []
  if (voices.length === 0) return null
  return (
    <section aria-labelledby="voices">
      <h2 id="voices">From people nearby</h2>
      {voices.map(({ quote, name, place }) => (
        <figure key={quote} className={styles.voice}>
          <blockquote>“{quote}”</blockquote>
          <figcaption>
            <Portrait initials={initialsOf(name)} />
            <span>
              <b>{name}</b>
              {place}
            </span>
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
