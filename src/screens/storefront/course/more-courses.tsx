import type { CourseCard as Card } from '#catalogue/catalog/wire.ts'
import text from '#ui/text.module.css'
import grid from '../catalogue/course-card.module.css'
import { CourseCard } from '../catalogue/course-card.tsx'

export function MoreCourses({ title, cards }: { title: string; cards: Card[] }) {
  if (cards.length === 0) return null
  return (
    <section className={`${text.wrap} ${text.section} ${grid.aside}`} aria-labelledby="more">
      <div className={text.sectionHead}>
        <h2 id="more">{title}</h2>
        <a className={text.link} href="/#courses">
          All courses
        </a>
      </div>
      <ul className={`${text.plain} ${grid.grid} ${grid.three}`}>
        {cards.map((card) => (
          <CourseCard key={card.coursePrefixCode} card={card} isBelow />
        ))}
      </ul>
    </section>
  )
}
