import type { ReactNode } from 'react'
import { Money } from '#ui/money.tsx'
import styles from './gift.module.css'

type Props = { amount: { amount: string; currency: string } | null; isBare?: boolean; children?: ReactNode }

export function GiftCardPicture({ amount, isBare = false, children }: Props) {
  return (
    <div className={isBare ? `${styles.card} ${styles.bare}` : styles.card}>
      <img src="/art/gift-card.svg" alt="" width={1200} height={750} />
      <div className={styles.face}>
        <p>Gift card</p>
        <b>{amount && <Money {...amount} />}</b>
        {children}
      </div>
    </div>
  )
}
