import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import {
  type CheckoutSession,
  type CheckoutState,
  getSelectedOption,
  type OrderCodes,
  type TypedCodes,
} from '../browser/checkout-session.ts'
import { AppliedCodes } from '../browser/lazy-parts.ts'
import { changeChoicesLazily } from '../browser/lazy-requote.ts'
import styles from './code-fields.module.css'
import form from './form.module.css'

type Props = { checkoutSession: CheckoutSession; state: CheckoutState }

export function CodeFields({ checkoutSession, state }: Props) {
  const { codes, codeFaults, isQuoting, quote } = state
  const option = getSelectedOption(state)
  const applyCode = (change: Partial<OrderCodes>) => changeChoicesLazily(checkoutSession, change)
  return (
    <div className={styles.codes}>
      {(codes.promoCode || codes.giftCardCode || codes.credit || quote.referral) && option && (
        <Suspense>
          <AppliedCodes codes={codes} quote={quote} option={option} onChange={applyCode} />
        </Suspense>
      )}
      <div className={styles.asks}>
        {!codes.promoCode && (
          <CodeField
            name="promoCode"
            openLabel="Add a promo code"
            label="Promo code"
            fault={codeFaults.promoCode}
            isQuoting={isQuoting}
            onApply={(promoCode) => applyCode({ promoCode })}
          />
        )}
        {!codes.giftCardCode && (
          <CodeField
            name="giftCardCode"
            openLabel="Use a gift card"
            label="Gift card number"
            fault={codeFaults.giftCardCode}
            isQuoting={isQuoting}
            onApply={(giftCardCode) => applyCode({ giftCardCode })}
          />
        )}
        {quote.credit && !codes.credit && (
          <button
            type="button"
            className={form.textButton}
            onClick={() => applyCode({ credit: quote.credit?.balance ?? null })}
          >
            Use your <Money {...quote.credit.balance} exact /> credit
          </button>
        )}
      </div>
    </div>
  )
}

type FieldProps = {
  name: keyof TypedCodes
  openLabel: string
  label: string
  fault: string | undefined
  isQuoting: boolean
  onApply: (code: string) => void
}

function CodeField({ name, openLabel, label, fault, isQuoting, onApply }: FieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault) setOpen(true)
  }, [fault])
  useEffect(() => {
    if (isOpen) input.current?.querySelector('input')?.focus()
  }, [isOpen])

  const submitCode = () => code.trim() && onApply(code.trim())
  function applyOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submitCode()
  }
  if (!isOpen) {
    return (
      <button type="button" className={form.textButton} onClick={() => setOpen(true)}>
        {openLabel}
      </button>
    )
  }
  return (
    <div className={styles.ask} ref={input}>
      <Field
        name={name}
        label={label}
        value={code}
        error={fault}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={applyOnEnter}
      />
      <Button look="quiet" onClick={submitCode} aria-busy={isQuoting}>
        Apply
      </Button>
    </div>
  )
}
