import { money, toWire } from '#domain/money.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { When } from '#ui/when.tsx'
import { isLocal, useLocalPrice, useMarket } from './market.tsx'
import styles from './market-price.module.css'
import { Charged, InDollars } from './price.tsx'

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
            <Charged course={course} />
          </p>
          <p>
            {isLocal(market) && (
              <>
                <InDollars course={course} />,{' '}
              </>
            )}
            once, when you enrol. By card.
          </p>
        </div>
        {course.deposit && <DepositPlan deposit={course.deposit} />}
      </div>
      <p className={`${text.note} ${styles.note}`}>
        {isLocal(market) ? (
          <RateNote rate={market.rate} />
        ) : (
          'We have no peso rate today, so prices stand in US dollars.'
        )}{' '}
        We charge in US dollars, and your bank’s own rate may move the amount a little.
      </p>
    </section>
  )
}

function DepositPlan({ deposit }: { deposit: NonNullable<CourseDefinition['deposit']> }) {
  const local = useLocalPrice()
  return (
    <div className={styles.plan}>
      <h3>With a deposit</h3>
      <p className={styles.amount}>
        <Money {...local(deposit.dueNow)} />
      </p>
      <p>
        <Money {...deposit.dueNow} /> today, and <Money {...local(deposit.dueLater)} /> (<Money {...deposit.dueLater} />
        ) on <When at={deposit.dueAt} zone="UTC" form="date" />.
      </p>
    </div>
  )
}

function RateNote({ rate }: { rate: { currency: string; perUsd: string; stepMinor: number; asOf: string } }) {
  return (
    <>
      Peso amounts use <Money amount={Number(rate.perUsd).toFixed(2)} currency={rate.currency} exact /> to the dollar on{' '}
      <time dateTime={rate.asOf}>{dayOf(rate.asOf)}</time>, rounded to the nearest{' '}
      <Money {...toWire(money(rate.stepMinor, rate.currency))} />.
    </>
  )
}

function dayOf(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
