import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { Money } from '#ui/money.tsx'
import {
  type CheckoutSession,
  type CheckoutState,
  getSelectedOption,
  type OrderCodes,
} from '../session/checkout-session.ts'
import { AppliedCodes, CodeEntry } from '../session/lazy-parts.ts'
import { changeChoicesLazily } from '../session/lazy-requote.ts'
import styles from './code-fields.module.css'
import form from './form.module.css'

type Props = { checkoutSession: CheckoutSession; state: CheckoutState }

export function CodeFields({ checkoutSession, state }: Props) {
  const { codes, codeFaults, isQuoting, linkFaults, quote } = state
  const refusedCode = codeFaults.promoCode && linkFaults.find((fault) => fault.is === 'promo')?.code
  const option = getSelectedOption(state)
  /** The list of codes comes with the new price: later it would move the button that is just being pressed. */
  async function applyCode(change: Partial<OrderCodes>): Promise<void> {
    await AppliedCodes.fetch()
    await changeChoicesLazily(checkoutSession, change)
  }
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
            refusedCode={refusedCode}
            fault={codeFaults.promoCode}
            isQuoting={isQuoting}
            onApply={(promoCode) => applyCode({ promoCode })}
          />
        )}
        {!codes.giftCardCode && (
          <CodeField
            name="giftCardCode"
            openLabel="Use a gift card"
            label="Gift card code"
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

type FieldProps = ComponentProps<typeof CodeEntry> & { openLabel: string }

function CodeField({ openLabel, ...entry }: FieldProps) {
  const { fault } = entry
  const [isOpen, setOpen] = useState(Boolean(fault))
  useEffect(() => {
    if (fault) setOpen(true)
  }, [fault])
  const opener = (
    <button type="button" className={form.textButton} onClick={() => setOpen(true)}>
      {openLabel}
    </button>
  )
  if (!isOpen) return opener
  return (
    <Suspense fallback={opener}>
      <CodeEntry {...entry} />
    </Suspense>
  )
}
