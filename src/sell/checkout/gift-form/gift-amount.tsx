import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import form from '../form/form.module.css'
import { AMOUNTS } from '../session/gift.ts'
import styles from './gift.module.css'

type Props = { amount: string; fault: string | undefined; onType: (amount: string) => void }

export function GiftAmount({ amount, fault, onType }: Props) {
  const isListed = (AMOUNTS as readonly string[]).includes(amount)
  const [isCustom, setCustom] = useState(!isListed)

  function choose(amountText: string | null) {
    setCustom(amountText === null)
    onType(amountText ?? '')
  }

  return (
    <fieldset className={`${form.step} ${styles.amounts}`}>
      <legend>How much</legend>
      <div className={styles.chips}>
        {AMOUNTS.map((listedAmount) => (
          <label key={listedAmount} className={styles.chip}>
            <input
              type="radio"
              name="listedAmount"
              value={listedAmount}
              checked={!isCustom && amount === listedAmount}
              onChange={() => choose(listedAmount)}
            />
            <Money amount={listedAmount} currency="USD" />
          </label>
        ))}
        <label className={styles.chip}>
          <input type="radio" name="listedAmount" value="" checked={isCustom} onChange={() => choose(null)} />
          <span>Another amount</span>
        </label>
      </div>
      {isCustom && (
        <Field
          name="amount"
          label="Amount in US dollars"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={amount}
          onChange={(event) => onType(event.currentTarget.value)}
          error={fault}
          hint="A whole amount from 10 to 1000."
        />
      )}
    </fieldset>
  )
}
