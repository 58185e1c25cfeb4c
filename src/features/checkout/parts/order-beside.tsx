import type { ReactNode } from 'react'
import { Money } from '#ui/money.tsx'
import type { OrderView } from '../wire/order.ts'
import type { About } from './about.ts'
import styles from './receipt.module.css'
import { WhatItIsFor } from './receipt.tsx'
import { Price } from './sums.tsx'

/** What is being paid stands beside how that goes, and says nothing of being paid. */
export function OrderBeside({
  order,
  about,
  children,
}: {
  order: OrderView
  about: About | null
  children: ReactNode
}) {
  if (!about || order.gift) return children
  return (
    <div className={styles.beside}>
      {children}
      <section className={styles.ticket} aria-label="Your order">
        <WhatItIsFor order={order} about={about} />
        <div className={styles.tear} aria-hidden="true" />
        <div className={styles.part}>
          <dl className={styles.sum}>
            <Price order={order} />
            {order.lines.length > 1 && Number(order.totals.discount.amount) === 0 && (
              <div className={styles.total}>
                <dt>Total</dt>
                <dd>
                  <Money {...order.totals.total} exact />
                </dd>
              </div>
            )}
          </dl>
        </div>
      </section>
    </div>
  )
}
