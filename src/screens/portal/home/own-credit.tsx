import { Wallet } from 'lucide-react'
import type { MoneyWire } from '#http/schemas.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import styles from './own-credit.module.css'

export function OwnCredit({ credit }: { credit: MoneyWire }) {
  return (
    <section className={styles.card} aria-labelledby="credit">
      <Wallet size={24} aria-hidden />
      <div>
        <h2 id="credit">Credit</h2>
        <p>
          You have <Money {...credit} exact />. You can use it at checkout.
        </p>
      </div>
      <ButtonLink href="/#courses" look="quiet">
        Choose a course
      </ButtonLink>
    </section>
  )
}
