import { ChevronDown, ShoppingBag } from 'lucide-react'
import { placeOf } from '#domain/schedule.ts'
import { Money } from '#ui/money.tsx'
import { Moment } from '../moment.tsx'
import type { Quote } from '../wire.ts'
import type { About } from './about.ts'
import styles from './summary.module.css'

type Props = { about: About; quote: Quote | null; zone: string; now: Date; support: string }

export function Summary({ about, quote, zone, now, support }: Props) {
  const due = quote?.options[0]
  return (
    <details className={styles.summary}>
      <summary>
        <ShoppingBag size={20} /> <span>Your order</span> <ChevronDown size={20} className={styles.turn} />
        {due && (
          <span className={styles.folded}>
            <Money {...due.dueNow} />
          </span>
        )}
      </summary>
      <section className={styles.body} aria-label="Your order">
        <Course about={about} zone={zone} />
        {due && (
          <div aria-live="polite">
            <dl className={styles.sum}>
              {due.lines.map((line) => (
                <Row key={line.label} label={line.label} money={line.amount} />
              ))}
              <div className={styles.total}>
                <dt>Due today</dt>
                <dd>
                  <Money {...due.dueNow} />
                </dd>
              </div>
            </dl>
          </div>
        )}
        <Steps about={about} zone={zone} now={now} />
        {quote && due && <Why about={about} quote={quote} zone={zone} />}
        <p className={styles.help}>
          Stuck? Write to <a href={`mailto:${support}`}>{support}</a>. A person answers, usually the same day.
        </p>
      </section>
    </details>
  )
}

function Course({ about, zone }: { about: About; zone: string }) {
  return (
    <div className={styles.course}>
      <img className={styles.poster} src={about.poster} alt="" width={1200} height={750} />
      <div>
        <h2>{about.title}</h2>
        <p>
          {about.isLive ? 'Live' : 'On demand'} with {about.teacher} · {about.length}
        </p>
        {about.startsAt && about.endsAt && (
          <p>
            <Moment at={about.startsAt} zone={zone} show="day" /> to <Moment at={about.endsAt} zone={zone} show="day" />
            <br />
            Starts <Moment at={about.startsAt} zone={zone} show="clock" />, your time ({placeOf(zone)})
            {about.classZone !== zone && (
              <>
                <br />
                <Moment at={about.startsAt} zone={about.classZone} show="clock" /> where the class is ({placeOf(about.classZone)})
              </>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

function Row({ label, money }: { label: string; money: { amount: string; currency: string } }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money {...money} />
      </dd>
    </div>
  )
}

function Steps({ about, zone, now }: { about: About; zone: string; now: Date }) {
  const isEarly = about.refundUntil !== null && new Date(about.refundUntil) > now
  return (
    <ol className={styles.steps}>
      <li>
        Today <span>{about.isLive ? 'Receipt, calendar and your way in, by e-mail' : 'Receipt and your way in, by e-mail'}</span>
      </li>
      {isEarly && about.refundUntil && (
        <li>
          <b>
            Until <Moment at={about.refundUntil} zone={zone} show="day" />
          </b>
          <span>All of it back, if plans change</span>
        </li>
      )}
      {!about.isLive && (
        <li>
          For 14 days <span>All of it back, if it is not for you</span>
        </li>
      )}
      {about.startsAt && (
        <li>
          <b>
            <Moment at={about.startsAt} zone={zone} />
          </b>
          <span>First session</span>
        </li>
      )}
    </ol>
  )
}

function Why({ about, quote, zone }: { about: About; quote: Quote; zone: string }) {
  const due = quote.options[0]
  return (
    <details className={styles.why}>
      <summary>
        Why this price <ChevronDown size={18} className={styles.turn} />
      </summary>
      <ul>
        {about.before !== null && due && (
          <li>
            The price before was <Money amount={about.before.toFixed(2)} currency={quote.currency} />. You pay <Money {...due.dueNow} />, and nothing is added to it.
          </li>
        )}
        {about.before === null && <li>It is the price of one place. Nothing is added to it.</li>}
        <li>
          This price is yours until <Moment at={quote.expiresAt} zone={zone} show="clock" />. If it ever changes, we ask before charging.
        </li>
      </ul>
    </details>
  )
}
