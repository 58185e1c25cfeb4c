import text from '#ui/text.module.css'
import intro from './checkout.module.css'
import { CheckoutFrame } from './frame.tsx'
import styles from './skeleton.module.css'

/** Shown until the checkout script is loaded. Holds the largest text, so that the largest contentful paint is early. */
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
        <p>You’ll see the price before you pay. Nothing is charged until then.</p>
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
        <p>Paying needs JavaScript, so that only the payment provider gets your card details.</p>
      </noscript>
    </CheckoutFrame>
  )
}
