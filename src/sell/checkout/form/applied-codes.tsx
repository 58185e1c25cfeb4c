import { Gift, Ticket, Users, Wallet, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { fromDecimal, subtract, toWire } from '#domain/money/money.ts'
import type { MoneyWire } from '#http/schemas.ts'
import { Money } from '#ui/money.tsx'
import type { OrderCodes, QuoteOption } from '../session/checkout-session.ts'
import { maskCode } from '../session/mask-code.ts'
import type { Quote } from '../wire/quote.ts'
import styles from './code-fields.module.css'

type Props = { codes: OrderCodes; quote: Quote; option: QuoteOption; onChange: (change: Partial<OrderCodes>) => void }

export function AppliedCodes({ codes, quote, option, onChange }: Props) {
  return (
    <>
      {quote.referral && !codes.promoCode && quote.referral.problem !== 'unknown' && (
        <AppliedCode icon={<Users size={22} />} title="Your friend’s code">
          <ReferralText referral={quote.referral} option={option} />
        </AppliedCode>
      )}
      {codes.promoCode && (
        <AppliedCode
          icon={<Ticket size={22} />}
          title={quote.promo?.code ?? codes.promoCode}
          onRemove={() => onChange({ promoCode: '' })}
        >
          {quote.promo || !quote.referral ? (
            <PromoText promo={quote.promo} option={option} />
          ) : (
            <ReferralText referral={quote.referral} option={option} />
          )}
        </AppliedCode>
      )}
      {codes.giftCardCode && (
        <AppliedCode
          icon={<Gift size={22} />}
          title={`Gift card ${maskCode(codes.giftCardCode)}`}
          onRemove={() => onChange({ giftCardCode: '' })}
        >
          <Money {...option.giftCardApplied} exact /> used here
          {quote.giftCard && (
            <>
              , <Money {...subtractUsed(quote.giftCard.balance, option.giftCardApplied)} exact /> left over
            </>
          )}
        </AppliedCode>
      )}
      {codes.credit && quote.credit && (
        <AppliedCode icon={<Wallet size={22} />} title="Your credit" onRemove={() => onChange({ credit: null })}>
          <Money {...option.creditApplied} exact /> used here,{' '}
          <Money {...subtractUsed(quote.credit.balance, option.creditApplied)} exact /> left over
        </AppliedCode>
      )}
    </>
  )
}

type AppliedProps = { icon: ReactNode; title: string; onRemove?: () => void; children: ReactNode }

function AppliedCode({ icon, title, onRemove, children }: AppliedProps) {
  return (
    <div className={styles.applied} role="status">
      {icon}
      <p>
        <b>{title}</b>
        <small>{children}</small>
      </p>
      {onRemove && (
        <button type="button" aria-label={`Remove ${title}`} onClick={onRemove}>
          <X size={20} />
        </button>
      )}
    </div>
  )
}

type ReferralProps = { referral: NonNullable<Quote['referral']>; option: QuoteOption }

function ReferralText({ referral, option }: ReferralProps) {
  if (referral.problem === 'own') return 'This is your own code, so there is no discount.'
  if (referral.problem) return 'A friend’s code is for a first course, so there is no discount.'
  const line = option.lines.find(({ kind }) => kind === 'referral')
  if (!line) return 'Another discount is at least as big, so we’ve used that. Discounts can’t be combined.'
  return (
    <>
      {referral.percentOff}% off your first course: <Money {...line.amount} exact /> off
    </>
  )
}

function PromoText({ promo, option }: { promo: Quote['promo']; option: QuoteOption }) {
  const line = option.lines.find(({ kind }) => kind === 'promo')
  if (line) {
    return (
      <>
        {promo?.label}: <Money {...line.amount} exact /> off
      </>
    )
  }
  return 'Another discount is bigger, so we’ve used that. Discounts can’t be combined.'
}

function subtractUsed(balance: MoneyWire, used: MoneyWire): MoneyWire {
  return toWire(subtract(fromDecimal(balance.amount, balance.currency), fromDecimal(used.amount, used.currency)))
}
