import { CalendarPlus, ExternalLink } from 'lucide-react'
import { createCalendarLinks } from '#catalogue/catalog/calendar/calendar-links.ts'
import { ButtonLink } from '#ui/button.tsx'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { CourseSummary } from '../session/course-summary.ts'
import styles from './add-to-calendar.module.css'

export function AddToCalendar({ url, about: courseSummary }: { url: string; about: CourseSummary | null }) {
  const sessions = courseSummary?.sessions ?? []
  return (
    <li>
      <h3>Put the dates in your calendar</h3>
      <p>
        {sessions.length > 1 ? `All ${sessions.length} live sessions` : 'Each live session'}, shown in your time zone.
      </p>
      <div className={styles.ways}>
        <ButtonLink href={url} download>
          <CalendarPlus size={20} /> {sessions.length > 1 ? `Add all ${sessions.length}` : 'Add to calendar'}{' '}
          <small>.ics file</small>
        </ButtonLink>
        {courseSummary && sessions.length > 0 && (
          <details className={styles.single}>
            <summary className={text.opens}>
              {sessions.length > 1 ? 'One by one, in Google, Outlook or Yahoo' : 'Google, Outlook or Yahoo'}
            </summary>
            <ul>
              {sessions.map((session) => (
                <li key={session.startsAt}>
                  <span>
                    <b>
                      <When at={session.startsAt} zone={courseSummary.classZone} form="day" />,{' '}
                      <When at={session.startsAt} zone={courseSummary.classZone} form="class-time" />
                    </b>
                    <small>{session.title}</small>
                  </span>
                  <span className={styles.links}>
                    {createCalendarLinks({
                      ...session,
                      courseTitle: courseSummary.title,
                      portalUrl: `${location.origin}/portal`,
                    }).map(({ label, href }) => (
                      <a key={label} href={href} target="_blank" rel="noopener noreferrer">
                        {label}
                        <span className={text.unseen}> for “{session.title}”, in a new tab</span>
                        <ExternalLink size={14} />
                      </a>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  )
}
