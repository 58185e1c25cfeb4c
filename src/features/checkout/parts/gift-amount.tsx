import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import form from './form.module.css'
import styles from './gift.module.css'
import { AMOUNTS } from './gift.ts'

type Props = { amount: string; fault: string | undefined; onType: (amount: string) => void }

export function GiftAmount({ amount, fault, onType }: Props) {
  const isListed = (AMOUNTS as readonly string[]).includes(amount)
  const [isOwn, setOwn] = useState(!isListed)

  function choose(chosen: string | null) {
    setOwn(chosen === null)
    onType(chosen ?? '')
  }

  return (
    <fieldset className={`${form.step} ${styles.amounts}`}>
      <legend>How much</legend>
      <div className={styles.chips}>
        {AMOUNTS.map((each) => (
          <label key={each} className={styles.chip}>
            <input
              type="radio"
              name="listedAmount"
              value={each}
              checked={!isOwn && amount === each}
              onChange={() => choose(each)}
            />
            <Money amount={each} currency="USD" />
          </label>
        ))}
        <label className={styles.chip}>
          <input type="radio" name="listedAmount" value="" checked={isOwn} onChange={() => choose(null)} />
          <span>Another amount</span>
        </label>
      </div>
      {isOwn && (
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
