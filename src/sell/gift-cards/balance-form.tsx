import { useState } from 'react'
import { plainCode } from '#domain/typed-text.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './balance-form.module.css'
import type { BalanceResult } from './check-balance.ts'
import { giftCardBalance } from './wire.ts'

export type BalanceProps = { initialResult: BalanceResult | null }

export function GiftCardBalance(props: BalanceProps) {
  return (
    <div data-island="gift-card-balance" data-props={JSON.stringify(props)}>
      <GiftCardBalanceForm {...props} />
    </div>
  )
}

export function GiftCardBalanceForm({ initialResult }: BalanceProps) {
  const [balance, setBalance] = useState(initialResult?.balance ?? null)
  const { form, field, errorMessage, isBusy, isDone } = useForm(
    { code: (text) => (text.trim() === '' ? 'Please enter the code' : null) },
    async ({ code }) => {
      const answer = await browserClient().call(giftCardBalance, {
        headers: { 'x-gift-card': plainCode(code).replace(/[^\x20-\x7e]/g, '') },
      })
      if (answer.error === null) {
        setBalance(answer.data.data.balance)
        return null
      }
      if (answer.status === 0) return { error: 'We couldn’t reach the server. Check your connection and try again.' }
      return answer.errorCode === 'GIFT_CARD_INVALID' || answer.errorCode === 'GIFT_CARD_FROZEN'
        ? { error: answer.error, at: 'code' }
        : answer
    },
    initialResult && { message: initialResult.error, faults: {}, isDone: initialResult.balance !== null },
  )
  return (
    <form {...form} className={styles.form} action="/gift-card#balance">
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <div className={styles.row}>
        <Field
          {...field('code')}
          label="Gift card code"
          idPrefix="gift-card"
          placeholder="GIFT-"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          required
        />
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Checking…' : 'Check balance'}
        </Button>
      </div>
      {isDone && balance && (
        <SuccessMessage>
          {Number(balance.amount) > 0 ? (
            <>
              Balance: <Money {...balance} exact />
            </>
          ) : (
            'This gift card has been used up.'
          )}
        </SuccessMessage>
      )}
    </form>
  )
}
