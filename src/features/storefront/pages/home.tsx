import { data } from 'react-router'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import text from '#ui/text.module.css'
import { keptFor } from '../kept-for.ts'
import { Acts } from '../parts/acts.tsx'
import grid from '../parts/course-card.module.css'
import { CourseCard } from '../parts/course-card.tsx'
import { CreatorCall } from '../parts/creator-call.tsx'
import { Opening } from '../parts/opening.tsx'
import { StartingSoon } from '../parts/starting-soon.tsx'
import type { Route } from './+types/home.ts'

export const handle = { document: true, frame: 'site' }

const TITLE = 'Understudy: live and on-demand courses from working creators'
const DESCRIPTION =
  'Live and on-demand courses from people who make the thing for a living. Small rooms, real dates, something finished by the end.'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const address = `${loaderData?.site}/`
  return [
    { title: TITLE },
    { name: 'description', content: DESCRIPTION },
    { property: 'og:title', content: TITLE },
    { property: 'og:description', content: DESCRIPTION },
    { property: 'og:url', content: address },
    { tagName: 'link', rel: 'canonical', href: address },
  ]
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const cards = await courseCards(deps)
  const kept = { ...keptFor(deps.clock(), cards), 'cache-tag': '*' }
  return data({ cards, support: deps.config.supportAddress, site: deps.config.publicUrl }, { headers: kept })
}

const FIRST_ROW = 4

export default function Home({ loaderData: { cards, support } }: Route.ComponentProps) {
  return (
    <main id="content">
      <Opening cards={cards} />
      <StartingSoon cards={cards} />
      <section className={`${text.wrap} ${text.section}`} aria-labelledby="courses">
        <div className={text.sectionHead}>
          <h2 id="courses">This season</h2>
          <p>{cards.length === 1 ? '1 course' : `${cards.length} courses`}</p>
        </div>
        <ul className={`${text.plain} ${grid.grid}`}>
          {cards.map((card, index) => (
            <CourseCard key={card.coursePrefixCode} card={card} isBelow={index >= FIRST_ROW} />
          ))}
        </ul>
      </section>
      <Acts example={cards.find((card) => card.nextDate?.startsAt && card.state.callToAction === 'enrol')} />
      <CreatorCall support={support} />
    </main>
  )
}
