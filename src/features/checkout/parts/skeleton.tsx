import { CheckoutFrame } from './frame.tsx'
import styles from './skeleton.module.css'

export function CheckoutSkeleton() {
  return (
    <CheckoutFrame
      hue="azure"
      summary={
        <div className={styles.side} aria-hidden="true">
          <i className={styles.poster} />
          <i className={styles.line} />
          <i className={styles.short} />
        </div>
      }
    >
      <h1 className={styles.title}>Checkout</h1>
      <p role="status">Loading your order…</p>
      <div className={styles.form} aria-hidden="true">
        <i className={styles.short} />
        <i className={styles.field} />
        <i className={styles.field} />
        <i className={styles.field} />
        <i className={styles.button} />
      </div>
      <noscript>
        <p>Paying needs JavaScript, so that your card goes to the bank and to nobody else.</p>
      </noscript>
    </CheckoutFrame>
  )
}
