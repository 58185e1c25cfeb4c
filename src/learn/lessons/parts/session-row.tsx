import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import styles from './session-row.module.css'

type Props = {
  session: { sessionId: string; title: string; startsAt: string; endsAt: string }
  zone: string
  tone?: 'past' | 'now' | undefined
  /** Above the time. */
  courseTitle?: string
  /** Behind the time. */
  note?: string | undefined
  /** A link or a chip. */
  children: ReactNode
}

export function SessionRow({ session, zone, tone, courseTitle, note, children }: Props) {
  const { sessionId, title, startsAt, endsAt } = session
  return (
    <li className={[styles.row, tone && styles[tone]].filter(Boolean).join(' ')}>
      <span className={styles.date} aria-hidden="true">
        <When at={startsAt} zone={zone} form="month" />
        <b>
          <When at={startsAt} zone={zone} form="day-of-month" />
        </b>
      </span>
      <div>
        <h3>
          <Link to={getSessionPath(sessionId)}>{title}</Link>
        </h3>
        {courseTitle && <p>{courseTitle}</p>}
        <p>
          <When at={startsAt} end={endsAt} zone={zone} />
          {note && ` · ${note}`}
        </p>
        <InOtherZone zone={zone} as="div">
          <p>
            <ClassWhen at={startsAt} zone={zone} form="short" /> {nameZone(zone)} (class time)
          </p>
        </InOtherZone>
      </div>
      {children}
    </li>
  )
}
