import { BadgeAlert } from 'lucide-react'
import { PAYMENT_PROVIDER_LABELS, type PaymentProvider } from '#platform/payments/gateway.ts'
import styles from '../orders/order-panel.module.css'

export function MissingProvider({ provider }: { provider: string }) {
  const name = PAYMENT_PROVIDER_LABELS[provider as PaymentProvider] ?? provider
  return (
    <section className={styles.acting}>
      <h3 className={styles.alert}>
        <BadgeAlert size={18} aria-hidden /> {name} is not set up
      </h3>
      <p>
        A payment or a refund of this order is waiting for {provider.startsWith('sandbox') ? 'the provider' : name},
        which is no longer set up here. Add its settings again, and we’ll finish this order automatically.
      </p>
    </section>
  )
}
