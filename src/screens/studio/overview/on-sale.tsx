import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import { nameZone } from '#domain/dates/zone-name.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { getStudioSessionPath } from '../frame/studio-path.ts'
import { nameCohort } from '../learners/words.ts'
import type { StudioCourse } from '../wire.ts'
import styles from './on-sale.module.css'

type Props = { draft: CourseDraft; course: StudioCourse; path: string; session: AppSession }

/** The link to share, the seats and the next session of a course on sale. */
export function OnSale({ draft, course, path, session }: Props) {
  const { next, cohort } = getCurrent(draft)
  return (
    <>
      <ShareCard path={path} course={course} />
      {isAwaitingPayments(draft) && (
        <p className={styles.fix}>
          <Chip tone="warn">Not on sale yet</Chip> This site takes no payments yet. Until an owner connects them, the
          page says that enrolment opens soon, and lets people ask to be told.
        </p>
      )}
      <dl className={styles.facts}>
        {cohort && (
          <div>
            <dt>{draft.deliveryType === 'live' ? 'Seats taken' : 'Learners'}</dt>
            <dd>{cohort.capacity === null ? cohort.taken : `${cohort.taken} of ${cohort.capacity}`}</dd>
            {draft.deliveryType === 'live' && draft.cohorts.length > 1 && (
              <dd className={styles.small}>in {nameDates(cohort)}</dd>
            )}
          </div>
        )}
        {next && (
          <div>
            <dt>Next session</dt>
            <dd>
              <When at={next.startsAt} zone={next.timezoneId} form="short" />
            </dd>
            <dd className={styles.small}>
              <InOtherZone zone={next.timezoneId}>
                <ClassWhen at={next.startsAt} zone={next.timezoneId} form="short" /> {nameZone(next.timezoneId)}
              </InOtherZone>
            </dd>
          </div>
        )}
        {cohort?.price && (
          <div>
            <dt>Price</dt>
            <dd>{Number(cohort.price.amount) === 0 ? 'Free' : <Money {...cohort.price} />}</dd>
          </div>
        )}
      </dl>
      {next && !next.hasMeeting && (
        <p className={styles.fix}>
          <Chip tone="warn">No meeting link</Chip> Learners join the session by it.{' '}
          <Link to={getStudioSessionPath(session, draft.coursePrefixCode, next.sessionId)}>Add the link</Link>
        </p>
      )}
    </>
  )
}

/** The next session with its dates, else the last dates. */
function getCurrent(draft: CourseDraft) {
  const next = draft.cohorts
    .flatMap((cohort) => cohort.sessions.map((session) => ({ cohort, session })))
    .filter(({ session }) => Date.parse(session.endsAt) > Date.now())
    .toSorted((a, b) => Date.parse(a.session.startsAt) - Date.parse(b.session.startsAt))[0]
  return { next: next?.session, cohort: next?.cohort ?? draft.cohorts.at(-1) }
}

/** The course costs something, and this site takes no payments. */
export function isAwaitingPayments(draft: CourseDraft): boolean {
  return !draft.takesPayments && Number(getCurrent(draft).cohort?.price?.amount ?? 0) > 0
}

function ShareCard({ path, course }: { path: string; course: StudioCourse }) {
  const [isCopied, setCopied] = useState(false)
  const address = `${location.origin}${path}`
  return (
    <section className={styles.share} aria-labelledby="share">
      <img src={course.poster} alt="" width={1200} height={750} />
      <div>
        <h2 id="share">Share your page</h2>
        <p>Everybody with this link sees the page.</p>
        <div className={styles.copy}>
          <a href={path}>{address.replace(/^https?:\/\//, '')}</a>
          <Button
            size="compact"
            onClick={async () => {
              await navigator.clipboard?.writeText(address)
              setCopied(navigator.clipboard !== undefined)
            }}
          >
            <Copy size={18} /> {isCopied ? 'Copied' : 'Copy link'}
          </Button>
        </div>
        <p className={text.unseen} role="status">
          {isCopied && 'The link is copied.'}
        </p>
      </div>
    </section>
  )
}

function nameDates({ sessions, ...dates }: CourseDraft['cohorts'][number]): string {
  const startsAt = sessions.map((session) => session.startsAt).toSorted()[0] ?? null
  return nameCohort({ ...dates, startsAt })
}
