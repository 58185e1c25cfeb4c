import type { ReactNode } from 'react'
import { Money } from '#ui/money.tsx'
import { formatCount } from '../format-count.ts'
import type { MoneyReport } from '../wire/money.ts'
import styles from './money.module.css'

export function MoneyTotals({ report: { total } }: { report: MoneyReport }) {
  return (
    <dl className={styles.totals}>
      <Total label="Charged" note={formatCount(total.charges, 'payment')}>
        <Money {...total.charged} exact />
      </Total>
      <Total label="Refunded" note={formatCount(total.refunds, 'refund')}>
        <Money {...negate(total.refunded)} exact />
      </Total>
      <Total label="Disputed" note={<Fees {...total.fees} />}>
        <Money {...negate(total.disputed)} exact />
      </Total>
      <Total
        label="Kept"
        note={Number(total.fees.amount) === 0 ? 'what is left' : 'before the fees of disputes'}
        isMain
      >
        <Money {...total.kept} exact />
      </Total>
      <Total label="Due" note="from deposits, today">
        <Money {...total.due} exact />
      </Total>
      <Total
        label="Gift cards and credit"
        note={Number(total.tender.amount) < 0 ? 'more went back to them than they paid' : 'paid with them'}
      >
        <Money {...total.tender} exact />
      </Total>
    </dl>
  )
}

function Total(props: { label: string; note: ReactNode; isMain?: true; children: ReactNode }) {
  return (
    <div data-main={props.isMain}>
      <dt>{props.label}</dt>
      <dd>
        <b>{props.children}</b>
        <small>{props.note}</small>
      </dd>
    </div>
  )
}

function Fees({ amount, currency }: { amount: string; currency: string }) {
  if (Number(amount) === 0) return 'no fees'
  return (
    <>
      plus <Money amount={amount} currency={currency} exact /> in fees
    </>
  )
}

/** Money that went away is shown with its sign. Zero has none. */
export function negate({ amount, currency }: { amount: string; currency: string }) {
  if (Number(amount) === 0) return { amount, currency }
  return { amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`, currency }
}
