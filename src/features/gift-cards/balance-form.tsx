import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, Field, Told } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './balance-form.module.css'
import { callGiftCardBalance } from './calls.ts'
import type { AskedCard } from './take-code.ts'

export type BalanceProps = { asked: AskedCard | null }

export function GiftCardBalance(props: BalanceProps) {
  return (
    <div data-island="gift-card-balance" data-props={JSON.stringify(props)}>
      <GiftCardBalanceForm {...props} />
    </div>
  )
}

export function GiftCardBalanceForm({ asked }: BalanceProps) {
  const [balance, setBalance] = useState(asked?.balance ?? null)
  const { form, field, told, isBusy, isDone } = useForm(
    { code: (text) => (text.trim() === '' ? 'Please type the code' : null) },
    async ({ code }) => {
      const answer = await callGiftCardBalance(browserClient(), code.trim())
      if (answer.error === null) {
        setBalance(answer.data.data.balance)
        return null
      }
      if (answer.status === 0) return { error: 'We could not be reached. Check your connection, and try again.' }
      return answer.errorCode === 'GIFT_CARD_INVALID' || answer.errorCode === 'GIFT_CARD_FROZEN'
        ? { error: answer.error, at: 'code' }
        : answer
    },
    asked && { told: asked.error, faults: {}, isDone: asked.balance !== null },
  )
  return (
    <form {...form} className={styles.form} action="/gift-card#balance">
      {told && <Told>{told}</Told>}
      <div className={styles.row}>
        <Field
          {...field('code')}
          label="The code of the card"
          idPrefix="gift-card"
          placeholder="GIFT-"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          required
        />
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Looking…' : 'Look it up'}
        </Button>
      </div>
      {isDone && balance && (
        <Done>
          {Number(balance.amount) > 0 ? (
            <>
              Balance: <Money {...balance} exact />
            </>
          ) : (
            'Nothing is left on it: it is used up.'
          )}
        </Done>
      )}
    </form>
  )
}
