import { type ReactNode, Suspense } from 'react'
import type { CheckoutNotice } from '../session/checkout-session.ts'
import { KeepCardField, ReusableCardRow } from '../session/lazy-parts.ts'
import styles from './form.module.css'
import { MethodRow } from './method-row.tsx'
import type { ChangeChoice, PayChoice } from './pay-choice.ts'

type Props = {
  /** What happened to the payment, where it is entered again. */
  notice: ReactNode
  choice: PayChoice
  onChoose: ChangeChoice
  cardForm: ReactNode
  /** False: PayPal is the only method. */
  hasCard: boolean
  hasPaypal: boolean
  /** A gift card or credit pays: `gift card covers`. */
  coveredBy?: string | null
  isBalance?: boolean
  /** The site takes PayPal, and not for this payment: a deposit. */
  isWithoutPaypal?: boolean
  /** Null for a buyer without an account, who keeps no card. */
  keeping?: {
    notice: CheckoutNotice | null
    isChecked: boolean | undefined
    onCheck: (isChecked: boolean) => void
  } | null
}

/** A row for each method. The card form opens below its row. */
export function HowToPay({ notice, coveredBy = null, isWithoutPaypal = false, ...props }: Props) {
  return (
    <section className={styles.step} aria-labelledby="how-to-pay">
      <h2 id="how-to-pay">{coveredBy ? 'No card needed today' : 'How to pay'}</h2>
      {notice}
      {coveredBy ? <p>Your {coveredBy} today’s payment.</p> : <Methods {...props} />}
      {isWithoutPaypal && !coveredBy && <p className={styles.note}>PayPal is only for a payment in full.</p>}
    </section>
  )
}

function Methods({
  choice,
  onChoose,
  cardForm,
  hasCard,
  hasPaypal,
  isBalance = false,
  keeping,
}: Omit<Props, 'notice' | 'coveredBy' | 'isWithoutPaypal'>) {
  const rows = { choice, onChoose }
  return (
    <div className={styles.methods}>
      {hasCard && keeping && (
        <Suspense>
          <ReusableCardRow {...rows} notice={keeping.notice} />
        </Suspense>
      )}
      {hasCard && (
        <>
          <MethodRow {...rows} method="card" isOnly={!hasPaypal && !choice.reusableCard}>
            {choice.reusableCard ? 'Another card' : 'Card'}
            <span className={styles.schemes} aria-hidden="true">
              <i>VISA</i>
              <i>MC</i>
              <i>AMEX</i>
            </span>
          </MethodRow>
          <div hidden={choice.method !== 'card'} onInput={() => onChoose({ method: 'card' })}>
            {cardForm}
            {keeping && (
              <Suspense>
                <KeepCardField {...keeping} />
              </Suspense>
            )}
          </div>
        </>
      )}
      {hasPaypal && (
        <MethodRow {...rows} method="paypal" isOnly={!hasCard}>
          <b className={styles.wordmark}>PayPal</b>{' '}
          <small>{isBalance ? 'In US dollars' : 'Full payment, in US dollars'}</small>
        </MethodRow>
      )}
    </div>
  )
}
