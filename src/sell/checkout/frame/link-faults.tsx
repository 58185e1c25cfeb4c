import { CircleAlert } from 'lucide-react'
import form from '../form/form.module.css'
import type { LinkFault, OrderCodes } from '../session/checkout-session.ts'
import styles from './link-faults.module.css'

type Props = { faults: readonly LinkFault[]; codes: OrderCodes; courseUrl: string }

const LABELS: Record<LinkFault['is'], string> = {
  offer: 'The offer in your link',
  deposit: 'The deposit in your link',
  promo: 'The code in your link',
}

export function LinkFaults({ faults, codes, courseUrl }: Props) {
  return faults
    .filter(({ is }) => is !== 'promo' || !codes.promoCode)
    .map((fault) => (
      <section key={fault.is} className={styles.fault} data-link-fault={fault.is} aria-label={LABELS[fault.is]}>
        <CircleAlert size={20} />
        <p>
          <Text fault={fault} courseUrl={courseUrl} />
        </p>
      </section>
    ))
}

function Text({ fault, courseUrl }: { fault: LinkFault; courseUrl: string }) {
  if (fault.is === 'offer') {
    return (
      <>
        The offer in your link has ended, so this is today’s price. <a href={courseUrl}>See all dates and prices</a>
      </>
    )
  }
  if (fault.is === 'deposit') return 'A deposit isn’t offered for these dates, so the full price is due today.'
  return (
    <>
      We couldn’t use the code <b>{fault.code}</b> from your link, so this is the price without it. The code may have
      ended, or be for another course or more seats.{' '}
      <button type="button" className={form.textButton} onClick={focusPromoCode}>
        Try another code
      </button>
    </>
  )
}

function focusPromoCode(): void {
  document.querySelector<HTMLElement>('[name="promoCode"]')?.focus()
}
