import { CalendarPlus, ExternalLink } from 'lucide-react'
import { calendarLinks } from '#features/catalog/calendar-links.ts'
import { ButtonLink } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { When } from '#ui/when.tsx'
import type { About } from './about.ts'
import styles from './add-to-calendar.module.css'

export function AddToCalendar({ url, about }: { url: string; about: About | null }) {
  const sessions = about?.sessions ?? []
  return (
    <li>
      <h3>Put the dates in your calendar</h3>
      <p>{about ? `${capital(about.length)}, shown in your time zone.` : 'Each session, shown in your time zone.'}</p>
      <div className={styles.ways}>
        <ButtonLink href={url} download>
          <CalendarPlus size={20} /> {sessions.length > 1 ? `Add all ${sessions.length}` : 'Add to calendar'}{' '}
          <small>.ics file</small>
        </ButtonLink>
        {about && sessions.length > 0 && (
          <details className={styles.single}>
            <summary className={text.opens}>
              {sessions.length > 1 ? 'One by one, in Google, Outlook or Yahoo' : 'Google, Outlook or Yahoo'}
            </summary>
            <ul>
              {sessions.map((session) => (
                <li key={session.startsAt}>
                  <span>
                    <b>
                      <When at={session.startsAt} zone={about.classZone} />
                    </b>
                    <small>{session.title}</small>
                  </span>
                  <span className={styles.links}>
                    {calendarLinks({ ...session, about: about.title, portalUrl: `${location.origin}/portal` }).map(
                      ({ label, href }) => (
                        <a key={label} href={href} target="_blank" rel="noopener noreferrer">
                          {label}
                          <span className={text.unseen}> for “{session.title}”, in a new tab</span>
                          <ExternalLink size={14} />
                        </a>
                      ),
                    )}
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

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
