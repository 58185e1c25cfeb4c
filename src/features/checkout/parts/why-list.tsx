import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { Quote } from '../wire/quote.ts'
import type { About } from './about.ts'
import type { Option } from './checkout-session.ts'

type Props = { about: About; quote: Quote; option: Option }

export function WhyList({ about, quote, option }: Props) {
  const group = option.lines.find(({ kind }) => kind === 'group')
  const promo = option.lines.find(({ kind }) => kind === 'promo')
  return (
    <ul>
      {about.before !== null && (
        <li>
          The price of one {about.place} was <Money amount={about.before.toFixed(2)} currency={quote.currency} exact />{' '}
          before.
        </li>
      )}
      {group && (
        <li>
          Group discount takes <Money {...group.amount} exact /> off.
          {quote.promo &&
            ` Your code ${quote.promo.code} would take less, so it is not used: the larger one counts, never both.`}
        </li>
      )}
      {promo && (
        <li>
          Your code takes <Money {...promo.amount} exact /> off.
          {quote.groupTiers.length > 0 && ' A code and the group price are never added up: the larger one counts.'}
        </li>
      )}
      {Number(option.giftCardApplied.amount) > 0 && (
        <li>A gift card is money you already have. It lowers what you pay today, not the price.</li>
      )}
      {option.dueLater.length > 0 && (
        <li>The deposit is part of the price. What is left is paid by a link that we send in good time.</li>
      )}
      {quote.localPrice.currency !== quote.currency && (
        <li>
          You are charged in {quote.currency}. The {quote.localPrice.currency} amount is an estimate; your bank sets the
          rate.
        </li>
      )}
      {!group && !promo && <li>Nothing is added to the price.</li>}
      <li>
        This price is yours until <When at={quote.expiresAt} zone={about.classZone} form="time" />. If it ever changes,
        we ask before charging.
      </li>
    </ul>
  )
}
