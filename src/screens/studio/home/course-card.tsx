import { Link } from 'react-router'
import { formatTeachers } from '#learn/lessons/parts/course-words.ts'
import { Meter } from '#learn/lessons/parts/meter.tsx'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { COURSE_PAGES, type CoursePagePath } from '../frame/course-pages.ts'
import { getStudioPath } from '../frame/studio-path.ts'
import type { StudioCard } from '../wire.ts'
import styles from './course-card.module.css'

type Props = { course: StudioCard; session: AppSession; heading: 'h2' | 'h3' }

/** The courses of the studio, each with its seats, next session and kept money. Every other page is behind its title. */
export function CourseCards({ courses, ...rest }: Omit<Props, 'course'> & { courses: readonly StudioCard[] }) {
  return (
    <ul className={styles.courses}>
      {courses.map((course) => (
        <CourseCard key={course.coursePrefixCode} course={course} {...rest} />
      ))}
    </ul>
  )
}

function CourseCard({ course, session, heading: Heading }: Props) {
  const { coursePrefixCode, title, state, deliveryType, teachers, poster, hue, actions } = course
  const to = (page: CoursePagePath) => getStudioPath(session, coursePrefixCode, page)
  const links = (deliveryType === 'live' ? LIVE_PAGES : ON_DEMAND_PAGES).filter((page) =>
    COURSE_PAGES.some(({ path, action }) => path === page && actions.includes(action)),
  )
  return (
    <li data-hue={hue}>
      <Link className={styles.picture} to={to('overview')} tabIndex={-1} aria-hidden="true">
        <img src={poster} alt="" width={1200} height={750} loading="lazy" />
      </Link>
      <div>
        <Heading>
          <Link to={to('overview')}>{title}</Link>
        </Heading>
        <p>
          <bdi>{formatTeachers(teachers)}</bdi> · {deliveryType === 'live' ? 'live' : 'on demand'}
        </p>
        <p className={styles.state}>
          <SaleState course={course} />
        </p>
      </div>
      <Facts course={course} />
      <nav aria-label={title}>
        {links.map((page) => (
          <Link key={page} to={to(page)}>
            {COURSE_PAGES.find(({ path }) => path === page)?.label}
          </Link>
        ))}
        {state === 'published' && <a href={`/c/${coursePrefixCode}`}>Public page</a>}
      </nav>
    </li>
  )
}

const LIVE_PAGES = ['sessions', 'learners'] as const
const ON_DEMAND_PAGES = ['curriculum', 'learners'] as const

const SALE_STATES: Record<NonNullable<StudioCard['sale']>, [tone: Tone, words: string]> = {
  open: ['good', 'On sale'],
  'few-seats': ['good', 'On sale'],
  'on-demand': ['good', 'On sale'],
  full: ['info', 'Full'],
  'coming-soon': ['past', 'Announced'],
  'in-progress': ['past', 'Running'],
  ended: ['past', 'No dates ahead'],
  'awaits-payments': ['warn', 'Not on sale yet'],
}

function SaleState({ course: { state, sale } }: { course: StudioCard }) {
  if (state !== 'published' || !sale) return <Chip tone="past">{state === 'draft' ? 'Draft' : 'Withdrawn'}</Chip>
  const [tone, words] = SALE_STATES[sale]
  return <Chip tone={tone}>{words}</Chip>
}

function Facts({ course }: { course: StudioCard }) {
  const { title, state, deliveryType, seats, kept, missingCount } = course
  const isDraft = state === 'draft'
  return (
    <dl className={styles.facts}>
      {isDraft && missingCount !== null && (
        <div>
          <dt>Missing</dt>
          <dd>{missingCount === 0 ? 'Nothing' : missingCount === 1 ? '1 thing' : `${missingCount} things`}</dd>
        </div>
      )}
      {!isDraft && seats && (
        <div>
          <dt>{deliveryType === 'live' ? 'Seats taken, all dates' : 'Learners'}</dt>
          <dd>
            {seats.capacity === null ? seats.taken : `${seats.taken} of ${seats.capacity}`}
            {seats.capacity !== null && (
              <Meter percent={Math.round((100 * seats.taken) / seats.capacity)} label={`Seats taken in ${title}`} />
            )}
          </dd>
        </div>
      )}
      {!isDraft && kept && (
        <div>
          <dt>Kept this month</dt>
          <dd>
            <Money {...kept} />
          </dd>
        </div>
      )}
      {deliveryType === 'live' && (
        <div className={styles.next}>
          <dt>Next session</dt>
          <dd>
            <NextSession course={course} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function NextSession({ course: { nextSession } }: { course: StudioCard }) {
  if (!nextSession) return 'None'
  const { startsAt, timezoneId, hasMeeting } = nextSession
  return (
    <>
      <When at={startsAt} zone={timezoneId} form="short" /> {!hasMeeting && <Chip tone="warn">No meeting link</Chip>}
    </>
  )
}
