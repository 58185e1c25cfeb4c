import { ChevronDown, ShoppingBag } from 'lucide-react'
import { placeOf } from '#domain/schedule.ts'
import { Money } from '#ui/money.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/when.tsx'
import { whenText } from '#ui/when-text.ts'
import type { Quote } from '../wire/quote.ts'
import type { About } from './about.ts'
import { useWide } from './frame.tsx'
import styles from './summary.module.css'

type Props = { about: About; quote: Quote | null; support: string }

export function Summary({ about, quote, support }: Props) {
  const isWide = useWide()
  const due = quote?.options[0]
  return (
    <details className={styles.summary} open={isWide}>
      <summary>
        <ShoppingBag size={20} /> <span>Your order</span> <ChevronDown size={20} className={styles.turn} />
        {due && (
          <span className={styles.folded}>
            <Money {...due.dueNow} exact />
          </span>
        )}
      </summary>
      <section className={styles.body} aria-label="Your order">
        <Course about={about} />
        {quote && due && (
          <div aria-live="polite">
            <dl className={styles.sum}>
              {due.lines.map((line) => (
                <Row key={line.label} label={line.label} money={line.amount} />
              ))}
              <div className={styles.total}>
                <dt>Due today</dt>
                <dd>
                  <Money {...due.dueNow} exact />
                </dd>
              </div>
            </dl>
            <LocalPrice quote={quote} />
          </div>
        )}
        {quote && <Steps about={about} now={new Date()} />}
        {quote && due && <Why about={about} quote={quote} />}
        <p className={styles.help}>
          Stuck? Write to <a href={`mailto:${support}`}>{support}</a>. A person answers, usually the same day.
        </p>
      </section>
    </details>
  )
}

function Course({ about }: { about: About }) {
  const zone = about.classZone
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
            <When at={about.startsAt} zone={zone} form="day" />
            {whenText(about.startsAt, zone, 'day') !== whenText(about.endsAt, zone, 'day') && (
              <>
                {' to '}
                <When at={about.endsAt} zone={zone} form="day" />
              </>
            )}
            <br />
            Starts at <When at={about.startsAt} zone={zone} form="time" />, your time (<ZoneName zone={zone} />)
            <InOtherZone zone={zone}>
              <br />
              <ClassWhen at={about.startsAt} zone={zone} form="time" /> where the class is ({placeOf(zone)})
            </InOtherZone>
          </p>
        )}
      </div>
    </div>
  )
}

/** Beside the price, never in its place: the dollars are what is charged. */
function LocalPrice({ quote }: { quote: Quote }) {
  if (quote.localPrice.currency === quote.currency) return null
  return (
    <p className={styles.local}>
      about <Money {...quote.localPrice} />
    </p>
  )
}

function Row({ label, money }: { label: string; money: { amount: string; currency: string } }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money {...money} exact />
      </dd>
    </div>
  )
}

function Steps({ about, now }: { about: About; now: Date }) {
  const isEarly = about.refundUntil !== null && new Date(about.refundUntil) > now
  return (
    <ol className={styles.steps}>
      <li>
        Today{' '}
        <small>
          {about.isLive ? 'Receipt, calendar and your way in, by e-mail' : 'Receipt and your way in, by e-mail'}
        </small>
      </li>
      {isEarly && about.refundUntil && (
        <li>
          <b>
            Until <When at={about.refundUntil} zone={about.classZone} form="day" />
          </b>
          <small>All of it back, if plans change</small>
        </li>
      )}
      {!about.isLive && (
        <li>
          For 14 days <small>All of it back, if it is not for you</small>
        </li>
      )}
      {about.startsAt && (
        <li>
          <b>
            <When at={about.startsAt} zone={about.classZone} />
          </b>
          <small>First session</small>
        </li>
      )}
    </ol>
  )
}

function Why({ about, quote }: { about: About; quote: Quote }) {
  const due = quote.options[0]
  return (
    <details className={styles.why}>
      <summary>
        Why this price <ChevronDown size={18} className={styles.turn} />
      </summary>
      <ul>
        {about.before !== null && due && (
          <li>
            The price before was <Money amount={about.before.toFixed(2)} currency={quote.currency} exact />. You pay{' '}
            <Money {...due.dueNow} exact />, and nothing is added to it.
          </li>
        )}
        {quote.localPrice.currency !== quote.currency && (
          <li>
            You are charged in {quote.currency}. What it is in {quote.localPrice.currency} is approximate; your bank’s
            own rate decides.
          </li>
        )}
        {about.before === null && <li>It is the price of one place. Nothing is added to it.</li>}
        <li>
          This price is yours until <When at={quote.expiresAt} zone={about.classZone} form="time" />. If it ever
          changes, we ask before charging.
        </li>
      </ul>
    </details>
  )
}
