import { Gift as GiftIcon } from 'lucide-react'
import { getZoneCity } from '#domain/dates/zone-name.ts'
import { toWire } from '#domain/money/money.ts'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { Money } from '#ui/money.tsx'
import styles from '../frame/summary.module.css'
import { SummaryFrame } from '../frame/summary-frame.tsx'
import type { GiftInput } from '../session/enrolment.ts'
import { formatLocalDate, parseGiftAmount } from '../session/gift.ts'
import { getTimeZone } from '../session/visitor-location.ts'
import own from './gift.module.css'
import { GiftCardPicture } from './gift-card-picture.tsx'

type Props = { gift: GiftInput; buyer: string; supportAddress: string }

export function GiftSummary({ gift, buyer, supportAddress }: Props) {
  const parsedAmount = parseGiftAmount(gift.amount)
  const amount = parsedAmount && toWire(parsedAmount)
  const name = gift.recipientName.trim()
  return (
    <SummaryFrame icon={<GiftIcon size={20} />} title="Your gift" amount={amount} supportAddress={supportAddress}>
      <GiftCardPicture amount={amount}>
        <p>
          {name ? `For ${name}` : 'For a friend'}
          {buyer.trim() && `, from ${buyer.trim()}`}
        </p>
      </GiftCardPicture>
      {gift.message.trim() && <p className={own.message}>“{gift.message.trim()}”</p>}
      <dl className={styles.sum} aria-live="polite">
        <div className={styles.total}>
          <dt>Due today</dt>
          <dd>
            {amount ? <Money {...amount} exact /> : 'Choose an amount'}
            {amount && <Estimate {...amount} form="below" />}
          </dd>
        </div>
      </dl>
      <ol className={styles.steps}>
        <li>
          Today <small>Receipt and invoice to you, by e-mail</small>
        </li>
        <li>
          {formatSendDay(gift.sendOn)} <small>The card and its code to {name || 'them'}, by e-mail</small>
        </li>
        <li>
          Whenever they like <small>It pays for any course. Any balance stays on the card</small>
        </li>
      </ol>
    </SummaryFrame>
  )
}

function formatSendDay(date: string): string {
  if (date <= formatLocalDate(new Date()) || !/^\d{4}-\d\d-\d\d$/.test(date)) return 'Right away'
  const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date))
  return `${dateText}, 9:00 (${getZoneCity(getTimeZone())})`
}
