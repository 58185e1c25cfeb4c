import { MANDATE_TEXT } from '#domain/orders/card-mandate.ts'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { QuoteOption } from '../session/checkout-session.ts'
import styles from './form.module.css'

type Props = {
  balance: QuoteOption['dueLater'][number]
  classZone: string
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}

/** Asks for the consent to charge the balance to the card on its day. */
export function StoreCardField({ balance, classZone, isChecked, onCheck }: Props) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        name="storeCard"
        checked={isChecked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span>
        <b>
          Charge <Money {...balance.amount} exact />
          <Estimate {...balance.amount} /> on <When at={balance.dueAt} zone={classZone} form="day" /> (optional).
        </b>{' '}
        {MANDATE_TEXT}
      </span>
    </label>
  )
}
