import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Portrait } from '#ui/portrait.tsx'
import { getInitials } from '../course-labels.ts'
import { useMarket } from '../market/market.tsx'
import styles from './testimonials.module.css'

export function Testimonials({ course }: { course: CourseDefinition }) {
  const country = useMarket()?.country
  const testimonials = course.marketTexts.find((market) => market.country === country)?.testimonials ?? []
  if (testimonials.length === 0) return null
  return (
    <section aria-labelledby="testimonials">
      <h2 id="testimonials">From people nearby</h2>
      {testimonials.map(({ quote, name, location }) => (
        <figure key={quote} className={styles.testimonial}>
          <blockquote>“{quote}”</blockquote>
          <figcaption>
            <Portrait initials={getInitials(name)} />
            <span>
              <b>{name}</b>
              {location}
            </span>
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
