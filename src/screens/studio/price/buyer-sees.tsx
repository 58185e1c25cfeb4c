import { useId } from 'react'
import type { PricedOffer } from '#catalogue/catalog/cohort-on-sale.ts'
import { presentDeposit, presentPrice } from '#catalogue/prices/present-price.ts'
import { nameZone } from '#domain/dates/zone-name.ts'
import { ChargedPrice, DepositTerms, PriceBeforeDiscount } from '#screens/storefront/enrol/price.tsx'
import { ClassWhen } from '#ui/local-time.tsx'
import styles from './price.module.css'

type Offer = Pick<PricedOffer, 'price' | 'beforePrice'>
type Props = {
  /** Null: what is typed can't be saved. */
  offer: Offer | null
  startsAt: string | null
  timezoneId: string
  isSaved: boolean
}

/** The price as the course page says it: the same code makes both. */
export function BuyerSees({ offer, startsAt, timezoneId, isSaved }: Props) {
  const id = useId()
  const end = offer?.price.discountPrice ? offer.price.discountEndsAt : null
  const now = new Date()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and one landmark for each price is too many.
    <div className={styles.sees} role="group" aria-labelledby={id}>
      <h3 id={id}>What a buyer {isSaved ? 'sees' : 'will see'}</h3>
      {offer === null ? (
        <p className={styles.hint}>Shown once every amount is typed and fits the others.</p>
      ) : (
        <>
          <Price offer={offer} at={now} startsAt={startsAt} timezoneId={timezoneId} />
          {end && end > now && (
            <div className={styles.later}>
              <p>
                From <ClassWhen at={end.toISOString()} zone={timezoneId} form="date-year" />,{' '}
                <ClassWhen at={end.toISOString()} zone={timezoneId} form="time" /> {nameZone(timezoneId)}
              </p>
              <Price offer={offer} at={end} startsAt={startsAt} timezoneId={timezoneId} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

type PriceProps = { offer: Offer; at: Date; startsAt: string | null; timezoneId: string }

function Price({ offer, at, startsAt, timezoneId }: PriceProps) {
  const price = presentPrice(offer, at)
  const deposit = presentDeposit(offer, startsAt === null ? null : new Date(startsAt), at)
  return (
    <>
      <p className={styles.price}>
        <ChargedPrice course={price} /> <PriceBeforeDiscount course={price} />
      </p>
      {deposit && (
        <p className={styles.hint}>
          <DepositTerms deposit={deposit} zone={timezoneId} />
        </p>
      )}
    </>
  )
}
