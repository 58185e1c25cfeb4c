import { Link } from 'react-router'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { focusHeading } from '#ui/focus.ts'
import type { Purchase } from '../wire/purchases.ts'
import { PurchaseCard } from './purchase-card.tsx'
import styles from './purchases.module.css'

type Props = { purchases: Purchase[]; next: string | null; isFirst: boolean }

export function Purchases({ purchases, next, isFirst }: Props) {
  return (
    <>
      <header className={styles.head}>
        <h1 ref={isFirst ? undefined : focusHeading} tabIndex={-1}>
          {isFirst ? 'Purchases' : 'Earlier purchases'}
        </h1>
        <p>Receipts, invoices, balances, and seats for your friends.</p>
      </header>
      {purchases.length === 0 ? (
        <NoPurchases />
      ) : (
        <ul className={styles.list}>
          {purchases.map((purchase) => (
            <PurchaseCard key={purchase.order.orderId} purchase={purchase} />
          ))}
        </ul>
      )}
      {(next || !isFirst) && (
        <nav className={styles.pages} aria-label="Purchases">
          {!isFirst && (
            <Link className={getQuietClass()} to="/portal/purchases">
              Newest purchases
            </Link>
          )}
          {next && (
            <Link className={getQuietClass()} to={`/portal/purchases?after=${next}`}>
              Earlier purchases
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

const getQuietClass = () => getButtonClass({ look: 'quiet', size: undefined, wide: undefined })

function NoPurchases() {
  return (
    <section className={styles.none}>
      <h2>No purchases yet</h2>
      <p>When you buy a course, a seat for a friend or a gift card, its receipt is here.</p>
      <ButtonLink href="/#courses">See all courses</ButtonLink>
    </section>
  )
}
