import { ChevronDown, Gift as GiftIcon } from 'lucide-react'
import { toWire } from '#domain/money.ts'
import { placeOf } from '#domain/schedule.ts'
import { Money } from '#ui/money.tsx'
import type { Gift } from './enrolment.ts'
import { useWide } from './frame.tsx'
import own from './gift.module.css'
import { amountOf, dayHere } from './gift.ts'
import { GiftCardPicture } from './gift-card-picture.tsx'
import { hereZone } from './here.ts'
import styles from './summary.module.css'

type Props = { gift: Gift; buyer: string; support: string }

export function GiftSummary({ gift, buyer, support }: Props) {
  const isWide = useWide()
  const read = amountOf(gift.amount)
  const amount = read && toWire(read)
  const name = gift.recipientName.trim()
  return (
    <details className={styles.summary} open={isWide}>
      <summary>
        <GiftIcon size={20} /> <span>Your gift</span> <ChevronDown size={20} className={styles.turn} />
        {amount && (
          <span className={styles.folded}>
            <Money {...amount} exact />
          </span>
        )}
      </summary>
      <section className={styles.body} aria-label="Your gift">
        <GiftCardPicture amount={amount}>
          <p>
            {name ? `For ${name}` : 'For somebody you like'}
            {buyer.trim() && `, from ${buyer.trim()}`}
          </p>
        </GiftCardPicture>
        {gift.message.trim() && <p className={own.message}>“{gift.message.trim()}”</p>}
        <dl className={styles.sum} aria-live="polite">
          <div className={styles.total}>
            <dt>Due today</dt>
            <dd>{amount ? <Money {...amount} exact /> : 'Choose an amount'}</dd>
          </div>
        </dl>
        <ol className={styles.steps}>
          <li>
            Today <small>Receipt and invoice to you, by e-mail</small>
          </li>
          <li>
            {dayOf(gift.sendOn)} <small>The card and its code to {name || 'them'}, by e-mail</small>
          </li>
          <li>
            Whenever they like <small>It pays for any course. What is left stays on it</small>
          </li>
        </ol>
        <p className={styles.help}>
          Stuck? Write to <a href={`mailto:${support}`}>{support}</a>. A person answers, usually the same day.
        </p>
      </section>
    </details>
  )
}

function dayOf(day: string): string {
  if (day <= dayHere(new Date()) || !/^\d{4}-\d\d-\d\d$/.test(day)) return 'At once'
  const told = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
  return `${told}, 9:00 (${placeOf(hereZone())})`
}
