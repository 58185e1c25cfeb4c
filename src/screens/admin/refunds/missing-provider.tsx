import { BadgeAlert } from 'lucide-react'
import styles from '../orders/order-panel.module.css'

const NAMES: Record<string, string> = { stripe: 'Stripe', sandbox: 'The sandbox' }

export function MissingProvider({ provider }: { provider: string }) {
  const name = NAMES[provider] ?? provider
  return (
    <section className={styles.acting}>
      <h3 className={styles.alert}>
        <BadgeAlert size={18} aria-hidden /> {name} is not set up
      </h3>
      <p>
        A payment or a refund of this order is waiting for {name === 'Stripe' ? name : 'the provider'}, which is no
        longer set up here. Add its settings again, and we’ll finish this order automatically.
      </p>
    </section>
  )
}
