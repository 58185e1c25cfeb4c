import type { ReactNode } from 'react'
import type { Sold, Figures as Told } from '#features/checkout/wire/figures.ts'
import { Money } from '#ui/money.tsx'
import { type Audience, portalPath } from './audience.ts'
import styles from './figures.module.css'

type Amounts = { amount: string; currency: string }[]

export function Figures({ figures, audience }: { figures: Told; audience: Audience }) {
  const { today, week, due, refunds } = figures
  const orders = portalPath('/orders', audience)
  const to = (asked: string) => `${orders}${orders.includes('?') ? '&' : '?'}${asked}`
  return (
    <section className={styles.figures} aria-label="Sales figures">
      <Figure to={to(`since=${today.since}`)} label="Today" figure={counted(today.orders, 'order')}>
        <SoldFor sold={today} />
      </Figure>
      <Figure to={to(`since=${week.since}`)} label="Since Monday" figure={counted(week.orders, 'order')}>
        <SoldFor sold={week} />
      </Figure>
      <Figure to={to('only=balance-due')} label="Still to come" figure={<Sum of={due.amount} none="Nothing" />}>
        {due.orders === 0 ? 'No deposit waits for its rest' : `The rest of ${counted(due.orders, 'order')}`}
        {due.late > 0 && <b className={styles.late}>, {due.late} late</b>}
      </Figure>
      <Figure to={to('only=attention')} label="Refunds under way" figure={<Sum of={refunds.amount} none="None" />}>
        {refunds.waiting === 0
          ? 'No refunds pending'
          : `${counted(refunds.waiting, 'refund')} that the bank has not taken yet`}
      </Figure>
    </section>
  )
}

type Props = { to: string; label: string; figure: ReactNode; children: ReactNode }

function Figure({ to, label, figure, children }: Props) {
  return (
    <a href={to}>
      <span>{label}</span>
      <b>{figure}</b>
      <small>{children}</small>
    </a>
  )
}

function SoldFor({ sold: { orders, seats, taken } }: { sold: Sold }) {
  if (orders === 0) return 'Nothing sold yet'
  return (
    <>
      {counted(seats, 'seat')}, {taken.length === 0 ? 'no money' : <Sum of={taken} none="" />} taken
    </>
  )
}

function Sum({ of: amounts, none }: { of: Amounts; none: string }) {
  if (amounts.length === 0) return none
  return amounts.map((amount, index) => (
    <span key={amount.currency}>
      {index > 0 && ' and '}
      <Money {...amount} />
    </span>
  ))
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`
