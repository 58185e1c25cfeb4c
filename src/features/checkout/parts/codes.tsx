import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { type CheckoutSession, type Codes, chosenOption, type State } from './checkout-session.ts'
import styles from './codes.module.css'
import form from './form.module.css'
import { AppliedCodes } from './later.ts'
import { choose } from './requote.ts'

type Props = { checkoutSession: CheckoutSession; state: State }

export function CodeFields({ checkoutSession, state }: Props) {
  const { codes, codeFaults, isAsking, quote } = state
  const option = chosenOption(state)
  const take = (change: Partial<Codes>) => choose(checkoutSession, change)
  return (
    <div className={styles.codes}>
      {(codes.promoCode || codes.giftCardCode) && option && (
        <Suspense>
          <AppliedCodes codes={codes} quote={quote} option={option} take={take} />
        </Suspense>
      )}
      <div className={styles.asks}>
        {!codes.promoCode && (
          <CodeField
            name="promoCode"
            ask="Add a promo code"
            label="Promo code"
            fault={codeFaults.promoCode}
            isAsking={isAsking}
            onTake={(promoCode) => take({ promoCode })}
          />
        )}
        {!codes.giftCardCode && (
          <CodeField
            name="giftCardCode"
            ask="Use a gift card"
            label="Gift card number"
            fault={codeFaults.giftCardCode}
            isAsking={isAsking}
            onTake={(giftCardCode) => take({ giftCardCode })}
          />
        )}
      </div>
    </div>
  )
}

type FieldProps = {
  name: keyof Codes
  ask: string
  label: string
  fault: string | undefined
  isAsking: boolean
  onTake: (code: string) => void
}

function CodeField({ name, ask, label, fault, isAsking, onTake }: FieldProps) {
  const [isOpen, open] = useState(false)
  const [code, type] = useState('')
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault) open(true)
  }, [fault])
  useEffect(() => {
    if (isOpen) input.current?.querySelector('input')?.focus()
  }, [isOpen])

  const take = () => code.trim() && onTake(code.trim())
  function takeOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    take()
  }
  if (!isOpen) {
    return (
      <button type="button" className={form.textButton} onClick={() => open(true)}>
        {ask}
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
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={takeOnEnter}
      />
      <Button look="quiet" onClick={take} aria-busy={isAsking}>
        Apply
      </Button>
    </div>
  )
}
