import text from '#ui/text.module.css'
import intro from './checkout.module.css'
import { CheckoutFrame } from './frame.tsx'
import styles from './skeleton.module.css'

/** What is true of every checkout is said before its script is there: nothing larger comes after it. */
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
      <div className={intro.intro}>
        <h1>Checkout</h1>
        <p>Nothing is charged before you press the button, and what it costs is told before that.</p>
        <p className={text.unseen} role="status">
          Loading your order…
        </p>
      </div>
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
