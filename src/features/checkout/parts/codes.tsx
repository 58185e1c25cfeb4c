import { Gift, Ticket, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { fromDecimal, subtract, toWire } from '#domain/money.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import type { Quote } from '../wire/quote.ts'
import styles from './codes.module.css'
import form from './form.module.css'
import { choose } from './requote.ts'
import { type Codes, chosenOption, type Option, type Run, type State } from './run.ts'

type Props = { run: Run; state: State }

export function CodeFields({ run, state }: Props) {
  const { codes, codeFaults, isAsking, quote } = state
  const option = chosenOption(state)
  const take = (change: Partial<Codes>) => choose(run, change)
  return (
    <div className={styles.codes}>
      {codes.promoCode && option && (
        <Applied
          icon={<Ticket size={22} />}
          title={quote.promo?.code ?? codes.promoCode}
          onRemove={() => take({ promoCode: '' })}
        >
          <PromoWord promo={quote.promo} option={option} />
        </Applied>
      )}
      {codes.giftCardCode && option && (
        <Applied
          icon={<Gift size={22} />}
          title={`Gift card ${masked(codes.giftCardCode)}`}
          onRemove={() => take({ giftCardCode: '' })}
        >
          <Money {...option.giftCardApplied} exact /> used here
          {quote.giftCard && (
            <>
              , <Money {...leftOn(quote.giftCard, option)} exact /> left over
            </>
          )}
        </Applied>
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

type AppliedProps = { icon: ReactNode; title: string; onRemove: () => void; children: ReactNode }

function Applied({ icon, title, onRemove, children }: AppliedProps) {
  return (
    <div className={styles.applied} role="status">
      {icon}
      <p>
        <b>{title}</b>
        <small>{children}</small>
      </p>
      <button type="button" aria-label={`Remove ${title}`} onClick={onRemove}>
        <X size={20} />
      </button>
    </div>
  )
}

function PromoWord({ promo, option }: { promo: Quote['promo']; option: Option }) {
  const line = option.lines.find(({ kind }) => kind === 'promo')
  if (line) {
    return (
      <>
        {promo?.label}: <Money {...line.amount} exact /> off
      </>
    )
  }
  return 'Coming with friends takes more off, so that is used instead. The larger one counts, never both.'
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

/** What stays on the card. */
function leftOn({ balance }: NonNullable<Quote['giftCard']>, { giftCardApplied }: Option) {
  const used = fromDecimal(giftCardApplied.amount, giftCardApplied.currency)
  return toWire(subtract(fromDecimal(balance.amount, balance.currency), used))
}

export const masked = (code: string): string => `••${code.trim().slice(-4)}`
