import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { type CardFaults, type CardTyped, groupExpiry, groupNumber, schemeOf } from './card.ts'
import styles from './form.module.css'

type Props = { typed: CardTyped; faults: CardFaults; onType: (typed: CardTyped) => void }

export function CardForm({ typed, faults, onType }: Props) {
  const scheme = schemeOf(typed.number)
  return (
    <div className={styles.methods}>
      <p className={styles.method}>
        <CreditCard size={20} /> Card
        <span className={styles.schemes} aria-hidden="true">
          <i>VISA</i>
          <i>MC</i>
          <i>AMEX</i>
        </span>
      </p>
      <div className={styles.card}>
        <Field
          name="cardNumber"
          label="Card number"
          inputMode="numeric"
          autoComplete="cc-number"
          value={typed.number}
          onChange={({ currentTarget: { value, selectionStart } }) =>
            onType({ ...typed, number: selectionStart === value.length ? groupNumber(value) : value })
          }
          onBlur={() => onType({ ...typed, number: groupNumber(typed.number) })}
          error={faults.number}
          hint="A sandbox: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined."
          end={scheme && <i className={styles.scheme}>{scheme}</i>}
        />
        <div className={styles.pair}>
          <Field
            name="cardExpiry"
            label="Expires"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            value={typed.expiry}
            onChange={(event) => onType({ ...typed, expiry: groupExpiry(event.currentTarget.value, typed.expiry) })}
            error={faults.expiry}
          />
          <Field
            name="cardCode"
            label="Security code"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="3 digits"
            maxLength={4}
            value={typed.cvc}
            onChange={(event) => onType({ ...typed, cvc: event.currentTarget.value })}
            error={faults.cvc}
          />
        </div>
      </div>
    </div>
  )
}

export function useCardTyped(): [CardTyped, (typed: CardTyped) => void] {
  return useState<CardTyped>({ number: '', expiry: '', cvc: '' })
}
