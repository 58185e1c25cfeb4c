import type { ReactNode } from 'react'
import type { CourseSummary } from '../session/course-summary.ts'
import type { OrderView } from '../wire/order.ts'
import styles from './receipt.module.css'
import { OrderDetails } from './receipt.tsx'
import { OrderPrice } from './receipt-totals.tsx'

/** Shows the order beside the payment state, without saying whether it is paid. */
export function OrderSidebar({
  order,
  courseSummary,
  children,
}: {
  order: OrderView
  courseSummary: CourseSummary | null
  children: ReactNode
}) {
  if (!courseSummary || order.gift) return children
  return (
    <div className={styles.beside}>
      {children}
      <section className={styles.ticket} aria-label="Your order">
        <OrderDetails order={order} courseSummary={courseSummary} />
        <div className={styles.tear} aria-hidden="true" />
        <div className={styles.part}>
          <dl className={styles.sum}>
            <OrderPrice order={order} zone={courseSummary.classZone} />
          </dl>
        </div>
      </section>
    </div>
  )
}
