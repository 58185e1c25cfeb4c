import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { QuoteOption } from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import type { Quote } from '../wire/quote.ts'

type Props = { courseSummary: CourseSummary; quote: Quote; option: QuoteOption }

export function PriceExplanation({ courseSummary, quote, option }: Props) {
  const group = option.lines.find(({ kind }) => kind === 'group')
  const promo = option.lines.find(({ kind }) => kind === 'promo')
  const referral = option.lines.find(({ kind }) => kind === 'referral')
  const unitPrice = Number(option.subtotal.amount) / quote.seats
  return (
    <ul>
      {courseSummary.priceBefore !== null && courseSummary.priceBefore > unitPrice && (
        <li>
          Was <Money amount={courseSummary.priceBefore.toFixed(2)} currency={quote.currency} exact /> per{' '}
          {courseSummary.noun}.
        </li>
      )}
      {group && (
        <li>
          Group discount takes <Money {...group.amount} exact /> off.
          {quote.promo &&
            ` It’s bigger than your code ${quote.promo.code}, so the code isn’t used. Discounts can’t be combined.`}
        </li>
      )}
      {promo && (
        <li>
          Your code takes <Money {...promo.amount} exact /> off.
          {quote.groupTiers.length > 0 && ' Discounts can’t be combined: the bigger one is used.'}
        </li>
      )}
      {referral && (
        <li>
          Your friend’s code takes <Money {...referral.amount} exact /> off. Discounts can’t be combined: the bigger one
          is used.
        </li>
      )}
      {Number(option.giftCardApplied.amount) > 0 && (
        <li>A gift card is money you already have. It lowers what you pay today, not the price.</li>
      )}
      {Number(option.creditApplied.amount) > 0 && (
        <li>Your credit lowers what you pay today, not the price. What you don’t need stays on your account.</li>
      )}
      {option.dueLater.length > 0 && (
        <li>The deposit is part of the price. We’ll send you a link to pay the balance.</li>
      )}
      <Estimate {...option.total} form="rule" />
      {!group && !promo && !referral && <li>Nothing is added to the price.</li>}
      <li>
        This price is yours until <When at={quote.expiresAt} zone={courseSummary.classZone} form="time" />. If it ever
        changes, we ask before charging.
      </li>
    </ul>
  )
}
