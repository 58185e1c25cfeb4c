import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AppSession, portalPath } from '#people/accounts/session/app-session.ts'
import { Money } from '#ui/money.tsx'
import { formatCount } from '../format-count.ts'
import type { Sales, Figures as SalesFigures } from '../wire/home.ts'
import styles from './figures.module.css'

type Amounts = { amount: string; currency: string }[]

export function Figures({ figures, session }: { figures: SalesFigures; session: AppSession }) {
  const { today, week, due, refunds } = figures
  const orders = portalPath('/orders', session)
  const ordersUrl = (filter: string) => `${orders}${orders.includes('?') ? '&' : '?'}${filter}`
  return (
    <section className={styles.figures} aria-label="Sales figures">
      <Figure
        ordersUrl={ordersUrl(`since=${today.since}&status=complete`)}
        label="Today"
        figure={formatCount(today.orders, 'order')}
      >
        <SalesSummary sales={today} />
      </Figure>
      <Figure
        ordersUrl={ordersUrl(`since=${week.since}&status=complete`)}
        label="Since Monday"
        figure={formatCount(week.orders, 'order')}
      >
        <SalesSummary sales={week} />
      </Figure>
      <Figure
        ordersUrl={ordersUrl('only=balance-due')}
        label="Balances due"
        figure={<AmountList amounts={due.amount} none="Nothing" />}
      >
        {due.orders === 0 ? 'No balances due' : `For ${formatCount(due.orders, 'order')}`}
        {due.late > 0 && <b className={styles.late}>, {due.late} late</b>}
      </Figure>
      <Figure
        ordersUrl={ordersUrl('only=attention')}
        label="Refunds pending"
        figure={<AmountList amounts={refunds.amount} none="None" />}
      >
        {refunds.waiting === 0
          ? 'No refunds pending'
          : `${formatCount(refunds.waiting, 'refund')} not accepted by the bank yet`}
      </Figure>
    </section>
  )
}

type Props = { ordersUrl: string; label: string; figure: ReactNode; children: ReactNode }

function Figure({ ordersUrl, label, figure, children }: Props) {
  return (
    <Link to={ordersUrl}>
      <span>{label}</span>
      <b>{figure}</b>
      <small>{children}</small>
    </Link>
  )
}

function SalesSummary({ sales: { orders, seats, kept } }: { sales: Sales }) {
  if (orders === 0) return 'No sales yet'
  return (
    <>
      {formatCount(seats, 'seat')} ordered, {kept.length === 0 ? 'nothing' : <AmountList amounts={kept} none="" />} kept
    </>
  )
}

function AmountList({ amounts, none }: { amounts: Amounts; none: string }) {
  if (amounts.length === 0) return none
  return amounts.map((amount, index) => (
    <span key={amount.currency}>
      {index > 0 && ' and '}
      <Money {...amount} />
    </span>
  ))
}
