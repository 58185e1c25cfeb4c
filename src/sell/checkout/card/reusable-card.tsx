import { useEffect } from 'react'
import { KEEP_CARD_TEXT } from '#domain/orders/reusable-card.ts'
import { browserClient } from '#http/client.ts'
import { listReusableCards } from '#people/accounts/wire/reusable-cards.ts'
import styles from '../form/form.module.css'
import { MethodRow } from '../form/method-row.tsx'
import type { ChangeChoice, PayChoice } from '../form/pay-choice.ts'
import type { CheckoutNotice } from '../session/checkout-session.ts'

type Props = { choice: PayChoice; onChoose: ChangeChoice; notice: CheckoutNotice | null }

/** The buyer's card of an earlier order, chosen at first. A refused or expired card gives way to the card form. */
export function ReusableCardRow({ choice, onChoose, notice }: Props) {
  const { reusableCard: card } = choice
  const isGone = notice?.is === 'say' && notice.isCardGone === true
  const isRefused = isGone || notice?.is === 'declined'

  useEffect(() => {
    let isShown = true
    void browserClient()
      .call(listReusableCards, { auth: 'learner' })
      .then((response) => {
        const payable = response.error === null ? response.data.data.find(({ isPayable }) => isPayable) : null
        if (isShown && payable) onChoose({ reusableCard: payable })
      })
    return () => {
      isShown = false
      onChoose({ reusableCard: null })
    }
  }, [onChoose])

  useEffect(() => {
    if (isGone) onChoose({ reusableCard: null })
    if (isRefused) onChoose({ method: 'card' })
  }, [isRefused, isGone, onChoose])

  if (!card) return null
  const name = `${card.brand} ••${card.last4}`
  const month = String(card.expires.month).padStart(2, '0')
  if (card.isExpired)
    return (
      <p className={styles.method}>
        <span className={styles.reusable}>Your {name} has expired.</span>
      </p>
    )
  return (
    <MethodRow choice={choice} onChoose={onChoose} method="reusable-card">
      <span className={styles.reusable}>
        Continue with {name}{' '}
        <small>
          Expires {month} / {card.expires.year}
        </small>
      </span>
    </MethodRow>
  )
}

type KeepProps = { isChecked: boolean | undefined; onCheck: (isChecked: boolean) => void }

/** Asks for the consent to keep the card for the next course. */
export function KeepCardField({ isChecked = false, onCheck }: KeepProps) {
  return (
    <label className={`${styles.check} ${styles.keep}`}>
      <input
        type="checkbox"
        name="keepCard"
        checked={isChecked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span>{KEEP_CARD_TEXT}</span>
    </label>
  )
}
