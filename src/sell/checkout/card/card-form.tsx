import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import styles from '../form/form.module.css'
import { type CardFaults, type CardInput, getCardScheme, groupExpiry, groupNumber } from './card.ts'

type Props = { input: CardInput; faults: CardFaults; onInput: (input: CardInput) => void }

export function CardForm({ input, faults, onInput }: Props) {
  const scheme = getCardScheme(input.number)
  return (
    <div className={styles.card}>
      <Field
        name="cardNumber"
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        value={input.number}
        onChange={({ currentTarget: { value, selectionStart } }) =>
          onInput({ ...input, number: selectionStart === value.length ? groupNumber(value) : value })
        }
        onBlur={() => onInput({ ...input, number: groupNumber(input.number) })}
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
          value={input.expiry}
          onChange={(event) => onInput({ ...input, expiry: groupExpiry(event.currentTarget.value, input.expiry) })}
          error={faults.expiry}
        />
        <Field
          name="cardCode"
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="3 digits"
          maxLength={4}
          value={input.cvc}
          onChange={(event) => onInput({ ...input, cvc: event.currentTarget.value })}
          error={faults.cvc}
        />
      </div>
    </div>
  )
}

export function useCardInput(): [CardInput, (input: CardInput) => void] {
  return useState<CardInput>({ number: '', expiry: '', cvc: '' })
}
