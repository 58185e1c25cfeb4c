import { BookOpen, CirclePlay } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatItemCount } from '#catalogue/catalog/item-count.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { getPreviewPath } from '#domain/learning/room-path.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Chip } from '#ui/chip.tsx'
import { When, ZoneName } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { formatMinutes, formatPreview } from '../course-labels.ts'
import { useIsDraft } from '../draft/is-draft.ts'
import styles from './curriculum.module.css'

type SessionGroup = CourseDefinition['sessions'][number]
type SessionItem = SessionGroup['items'][number]

const OPEN_GROUP_COUNT = 2

export function Curriculum({ course, children }: { course: CourseDefinition; children: ReactNode }) {
  const zone = course.nextDate?.timezoneId ?? 'UTC'
  const isDated = course.sessions.some(({ items }) => items.some(({ startsAt }) => startsAt))
  const isOnDemand = course.deliveryType === 'on-demand'
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{isOnDemand ? 'The lessons' : isDated ? 'The curriculum, with dates' : 'The curriculum'}</h2>
      {isDated && (
        <p className={styles.zone}>
          Times in <ZoneName zone={zone} />
        </p>
      )}
      {course.sessions.map((group, index) => (
        <Accordion
          key={group.title}
          title={group.title}
          note={<GroupNote group={group} zone={zone} />}
          isOpen={index < OPEN_GROUP_COUNT}
        >
          <CurriculumItems courseCode={course.coursePrefixCode} items={group.items} zone={zone} />
        </Accordion>
      ))}
      {course.proSessions.length > 0 && (
        <Accordion title="Pro sessions" note={formatProNote(course.proSessions)} isOpen>
          <CurriculumItems courseCode={course.coursePrefixCode} items={course.proSessions} zone={zone} isPro />
        </Accordion>
      )}
      {children}
    </section>
  )
}

function GroupNote({ group, zone }: { group: SessionGroup; zone: string }) {
  const datedItems = group.items.filter((item): item is SessionItem & { startsAt: string } => item.startsAt !== null)
  const first = datedItems[0]
  const last = datedItems.at(-1)
  if (!first || !last) {
    const minutes = group.items.reduce((sum, item) => sum + item.minutes, 0)
    return `${formatItemCount(group.items)}, ${formatMinutes(minutes)}`
  }
  return (
    <>
      {formatItemCount(group.items)},{' '}
      <When
        at={first.startsAt}
        end={last.startsAt}
        zone={zone}
        form={datedItems.length > 2 ? 'date-range' : 'date-pair'}
      />
    </>
  )
}

function formatProNote(items: SessionItem[]): string {
  return `${items.length === 1 ? 'One evening with a working guest' : `${items.length} evenings with working guests`}, included`
}

type ItemsProps = { courseCode: string; items: SessionItem[]; zone: string; isPro?: boolean }

export function CurriculumItems({ courseCode, items, zone, isPro = false }: ItemsProps) {
  const isDraft = useIsDraft()
  return (
    <ol className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={item.startsAt ? styles.dated : undefined}>
          {item.startsAt && (
            <p className={styles.time}>
              <When at={item.startsAt} zone={zone} form="day-short" />
              <span>
                {item.endsAt ? (
                  <When at={item.startsAt} end={item.endsAt} zone={zone} form="time" />
                ) : (
                  <When at={item.startsAt} zone={zone} form="class-time" />
                )}
              </span>
            </p>
          )}
          <div className={styles.what}>
            <h4>{item.title}</h4>
            <p>{item.summary}</p>
            {item.preview && (
              <a
                className={styles.preview}
                href={isDraft ? undefined : getPreviewPath(courseCode, item.id)}
                role={isDraft ? 'link' : undefined}
                aria-disabled={isDraft || undefined}
                aria-label={`${formatPreview(item.preview)}: ${item.title}`}
              >
                {item.preview.kind === 'text' ? <BookOpen size={18} /> : <CirclePlay size={18} />}{' '}
                {formatPreview(item.preview)}
              </a>
            )}
          </div>
          <p className={styles.length}>
            {isPro && <Chip tone="pro">Pro</Chip>}
            <span className={text.unseen}>Length: </span>
            {formatMinutes(item.minutes)}
          </p>
        </li>
      ))}
    </ol>
  )
}
