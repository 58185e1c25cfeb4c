import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { money, toWire } from '#domain/money/money.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { ChargedPrice, MarketAmount, PriceInDollars } from '../enrol/price.tsx'
import { hasLocalRate, useMarket } from './market.tsx'
import styles from './market-price.module.css'

export function MarketPrice({ course }: { course: CourseDefinition }) {
  const market = useMarket()
  if (!market || (course.discountPrice ?? course.price) === 0) return null
  return (
    <section aria-labelledby="market-price">
      <h2 id="market-price">{market.rate ? 'The price, in pesos' : 'The price'}</h2>
      <div className={styles.plans}>
        <div className={styles.plan}>
          <h3>In full</h3>
          <p className={styles.amount}>
            <ChargedPrice course={course} />
          </p>
          <p>
            {hasLocalRate(market) && (
              <>
                <PriceInDollars course={course} />,{' '}
              </>
            )}
            once, when you enrol. By card.
          </p>
        </div>
        {course.deposit && <DepositPlan deposit={course.deposit} />}
      </div>
      <p className={`${text.note} ${styles.note}`}>
        {hasLocalRate(market) ? (
          <RateNote rate={market.rate} />
        ) : (
          'We have no peso rate today, so prices are shown in US dollars.'
        )}{' '}
        We charge in US dollars. Your bank’s rate may change the amount slightly.
      </p>
    </section>
  )
}

function DepositPlan({ deposit }: { deposit: NonNullable<CourseDefinition['deposit']> }) {
  return (
    <div className={styles.plan}>
      <h3>With a deposit</h3>
      <p className={styles.amount}>
        <MarketAmount {...deposit.dueNow} />
      </p>
      <p>
        <Money {...deposit.dueNow} /> today, and <MarketAmount {...deposit.dueLater} /> (<Money {...deposit.dueLater} />
        ) on <When at={deposit.dueAt} zone="UTC" form="date" />.
      </p>
    </div>
  )
}

function RateNote({ rate }: { rate: { currency: string; perUsd: string; stepMinor: number; asOf: string } }) {
  return (
    <>
      Peso amounts use <Money amount={Number(rate.perUsd).toFixed(2)} currency={rate.currency} exact /> to the dollar on{' '}
      <time dateTime={rate.asOf}>{formatDay(rate.asOf)}</time>, rounded to the nearest{' '}
      <Money {...toWire(money(rate.stepMinor, rate.currency))} />.
    </>
  )
}

function formatDay(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
