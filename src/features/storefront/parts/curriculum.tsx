import type { ReactNode } from 'react'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Chip } from '#ui/chip.tsx'
import { Fold } from '#ui/fold.tsx'
import text from '#ui/text.module.css'
import { When, ZoneName } from '#ui/when.tsx'
import { countOf, lengthOf } from '../words.ts'
import styles from './curriculum.module.css'

type Group = CourseDefinition['sessions'][number]
type Item = Group['items'][number]

const FIRST_OPEN = 2

export function Curriculum({ course, children }: { course: CourseDefinition; children: ReactNode }) {
  const zone = course.nextDate?.timezoneId ?? 'UTC'
  const isDated = course.sessions.some(({ items }) => items.some(({ startsAt }) => startsAt))
  const isLessons = course.deliveryType === 'on-demand'
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{isLessons ? 'The lessons' : isDated ? 'The curriculum, with dates' : 'The curriculum'}</h2>
      {isDated && (
        <p className={styles.zone}>
          Times in <ZoneName zone={zone} />
        </p>
      )}
      {course.sessions.map((group, index) => (
        <Fold
          key={group.title}
          title={group.title}
          note={<GroupNote group={group} zone={zone} />}
          isOpen={index < FIRST_OPEN}
        >
          <Items items={group.items} zone={zone} />
        </Fold>
      ))}
      {course.proSessions.length > 0 && (
        <Fold title="Pro sessions" note={proNote(course.proSessions)} isOpen>
          <Items items={course.proSessions} zone={zone} isPro />
        </Fold>
      )}
      {children}
    </section>
  )
}

function GroupNote({ group, zone }: { group: Group; zone: string }) {
  const dated = group.items.filter((item): item is Item & { startsAt: string } => item.startsAt !== null)
  const [first, last] = [dated[0], dated.at(-1)]
  if (!first || !last) {
    const minutes = group.items.reduce((sum, item) => sum + item.minutes, 0)
    return `${countOf(group.items)}, ${lengthOf(minutes)}`
  }
  if (first === last) {
    return (
      <>
        {countOf(group.items)}, <When at={first.startsAt} zone={zone} form="date" />
      </>
    )
  }
  return (
    <>
      {countOf(group.items)}, <When at={first.startsAt} zone={zone} form="until" end={last.startsAt} />{' '}
      {dated.length === 2 ? 'and' : 'to'} <When at={last.startsAt} zone={zone} form="date" />
    </>
  )
}

function proNote(items: Item[]): string {
  return `${items.length === 1 ? 'One evening with a working guest' : `${items.length} evenings with working guests`}, included`
}

export function Items({ items, zone, isPro = false }: { items: Item[]; zone: string; isPro?: boolean }) {
  return (
    <ol className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={item.startsAt ? styles.dated : undefined}>
          {item.startsAt && (
            <p className={styles.time}>
              <When at={item.startsAt} zone={zone} form="day-short" />
              <span>
                <When at={item.startsAt} zone={zone} form="time" />
                {item.endsAt && (
                  <>
                    –<When at={item.endsAt} zone={zone} form="time" />
                  </>
                )}
              </span>
            </p>
          )}
          <div className={styles.what}>
            <h4>{item.title}</h4>
            <p>{item.summary}</p>
          </div>
          <p className={styles.length}>
            {isPro && <Chip tone="pro">Pro</Chip>}
            <span className={text.unseen}>Length: </span>
            {lengthOf(item.minutes)}
          </p>
        </li>
      ))}
    </ol>
  )
}
