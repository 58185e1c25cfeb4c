import type { ReactNode } from 'react'
import { Money } from '#ui/money.tsx'
import styles from './gift.module.css'

type Props = { amount: { amount: string; currency: string } | null; children?: ReactNode }

export function GiftCardPicture({ amount, children }: Props) {
  return (
    <div className={styles.card}>
      <img src="/art/gift-card.svg" alt="" width={1200} height={750} />
      <div className={styles.face}>
        <p>Gift card</p>
        <b>{amount ? <Money {...amount} /> : '…'}</b>
        {children}
      </div>
    </div>
  )
}
