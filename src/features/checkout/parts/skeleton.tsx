import text from '#ui/text.module.css'
import intro from './checkout.module.css'
import { CheckoutFrame } from './frame.tsx'
import styles from './skeleton.module.css'

/** The words that the page begins with are there before its script is, and stay where they are. */
type Props = { hue?: string; title?: string; lead?: string }

export function CheckoutSkeleton({ hue = 'azure', title = 'Checkout', lead }: Props) {
  return (
    <CheckoutFrame
      hue={hue}
      summary={
        <div className={styles.side} aria-hidden="true">
          <i className={styles.poster} />
          <i className={styles.line} />
          <i className={styles.short} />
        </div>
      }
    >
      <div className={intro.intro}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        <p className={lead && text.unseen} role="status">
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
