import { ChevronDown, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { placeOf } from '#domain/schedule.ts'
import { Money } from '#ui/money.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/when.tsx'
import { whenText } from '#ui/when-text.ts'
import type { Quote } from '../wire/quote.ts'
import type { About } from './about.ts'
import type { Codes, Option } from './checkout-session.ts'
import { useWide } from './frame.tsx'
import { masked } from './masked.ts'
import styles from './summary.module.css'
import { Why } from './why.tsx'

type Props = { about: About; quote: Quote | null; option?: Option | undefined; codes?: Codes; support: string }

export function Summary({ about, quote, option, codes, support }: Props) {
  const isWide = useWide()
  const due = quote ? option : undefined
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
              <Sum option={due} giftCardCode={codes?.giftCardCode ?? ''} local={<LocalPrice quote={quote} />} />
              <div className={styles.total}>
                <dt>Due today</dt>
                <dd>
                  <Money {...due.dueNow} exact />
                  {!isMore(due) && <LocalPrice quote={quote} />}
                </dd>
              </div>
              {due.dueLater.map(({ dueAt, amount }) => (
                <Row key={dueAt} label={<DueOn at={dueAt} zone={about.classZone} />} money={amount} />
              ))}
            </dl>
          </div>
        )}
        {quote && <Steps about={about} now={new Date()} />}
        {quote && due && <Why about={about} quote={quote} option={due} />}
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
              <ClassWhen at={about.startsAt} zone={zone} form="time" /> in {placeOf(zone)} (class time)
            </InOtherZone>
          </p>
        )}
      </div>
    </div>
  )
}

/** Beside the price, never in its place: the dollars are what is charged. It tells the whole price, so it stands at that. */
function LocalPrice({ quote }: { quote: Quote }) {
  if (quote.localPrice.currency === quote.currency) return null
  return (
    <small className={styles.local}>
      about <Money {...quote.localPrice} />
    </small>
  )
}

/** From the price to what is due: each line, then what was in hand already. */
function Sum({ option, giftCardCode, local }: { option: Option; giftCardCode: string; local: ReactNode }) {
  const { lines, total, giftCardApplied, creditApplied } = option
  return (
    <>
      {lines.map((line) => (
        <Row key={line.kind} label={line.label} money={line.amount} isOff={line.kind !== 'seats'} />
      ))}
      {isMore(option) && <Row label={<b>Total</b>} money={total} local={local} />}
      {isSome(giftCardApplied) && (
        <Row label={giftCardCode ? `Gift card ${masked(giftCardCode)}` : 'Gift card'} money={giftCardApplied} isOff />
      )}
      {isSome(creditApplied) && <Row label="Credit" money={creditApplied} isOff />}
    </>
  )
}

const isMore = ({ lines, total, dueNow }: Option): boolean => lines.length > 1 || total.amount !== dueNow.amount

type RowProps = { label: ReactNode; money: { amount: string; currency: string }; isOff?: boolean; local?: ReactNode }

function Row({ label, money, isOff = false, local }: RowProps) {
  return (
    <div className={isOff ? styles.off : undefined}>
      <dt>{label}</dt>
      <dd>
        {isOff && '−'}
        <Money {...money} exact />
        {local}
      </dd>
    </div>
  )
}

function DueOn({ at, zone }: { at: string; zone: string }) {
  return (
    <>
      Due by <When at={at} zone={zone} form="day" />
    </>
  )
}

const isSome = ({ amount }: { amount: string }): boolean => Number(amount) > 0

function Steps({ about, now }: { about: About; now: Date }) {
  const isEarly = about.refundUntil !== null && new Date(about.refundUntil) > now
  return (
    <ol className={styles.steps}>
      <li>
        Today{' '}
        <small>
          {about.isLive ? 'Receipt, calendar and log-in link by e-mail' : 'Receipt and log-in link by e-mail'}
        </small>
      </li>
      {isEarly && about.refundUntil && (
        <li>
          <b>
            Until <When at={about.refundUntil} zone={about.classZone} form="day" />
          </b>
          <small>Full refund if your plans change</small>
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
