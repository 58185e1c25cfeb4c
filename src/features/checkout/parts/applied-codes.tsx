import { Gift, Ticket, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { fromDecimal, subtract, toWire } from '#domain/money.ts'
import { Money } from '#ui/money.tsx'
import type { Quote } from '../wire/quote.ts'
import type { Codes, Option } from './checkout-session.ts'
import styles from './codes.module.css'
import { masked } from './masked.ts'

type Props = { codes: Codes; quote: Quote; option: Option; take: (change: Partial<Codes>) => void }

export function AppliedCodes({ codes, quote, option, take }: Props) {
  return (
    <>
      {codes.promoCode && (
        <Applied
          icon={<Ticket size={22} />}
          title={quote.promo?.code ?? codes.promoCode}
          onRemove={() => take({ promoCode: '' })}
        >
          <PromoWord promo={quote.promo} option={option} />
        </Applied>
      )}
      {codes.giftCardCode && (
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
    </>
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
  return 'Your group discount is bigger, so we’ve used that. Discounts can’t be combined.'
}

/** What stays on the card. */
function leftOn({ balance }: NonNullable<Quote['giftCard']>, { giftCardApplied }: Option) {
  const used = fromDecimal(giftCardApplied.amount, giftCardApplied.currency)
  return toWire(subtract(fromDecimal(balance.amount, balance.currency), used))
}
