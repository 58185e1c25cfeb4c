import type { CourseDefinition } from '#features/catalog/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { When } from '#ui/when.tsx'
import { marketPath } from '../markets.ts'
import type { Sent } from '../take-sent-form.ts'
import { canEnrol, isFree } from '../words.ts'
import styles from './buy-card.module.css'
import { ClosedCard } from './closed-card.tsx'
import { FriendsLadder } from './friends-ladder.tsx'
import { isLocal, useLocalPrice, useMarket } from './market.tsx'
import { NextStart } from './next-start.tsx'
import { Before, Charged, InDollars, LocalPrice } from './price.tsx'
import { StateChip } from './state-chip.tsx'

export function BuyCard({ course, sent }: { course: CourseDefinition; sent: Sent | null }) {
  return (
    <aside className={styles.buy} data-buy data-stays aria-label="Price and next date">
      {course.state.callToAction === 'enrol' ? (
        <OpenCard course={course} />
      ) : (
        <ClosedCard course={course} sent={sent} />
      )}
      <OtherMarket course={course} />
    </aside>
  )
}

export function BuyBar({ course }: { course: CourseDefinition }) {
  const { nextDate } = course
  if (!canEnrol(course)) return null
  return (
    <div className={styles.bar} data-buy data-buy-bar>
      <p>
        <span className={styles.mine}>You’re in</span>
        <Charged course={course} /> <Before course={course} />
        <br />
        {nextDate?.startsAt ? <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="short" /> : 'Start today'}
      </p>
      <ButtonLink look="course" href={`/checkout/${course.offerCode}`} data-enrol={course.coursePrefixCode}>
        {isFree(course) ? 'Enrol free' : verbOf(course)}
      </ButtonLink>
    </div>
  )
}

function OpenCard({ course }: { course: CourseDefinition }) {
  const isLive = course.deliveryType === 'live'
  return (
    <>
      <StateChip course={course} />
      <p className={styles.mine}>You’re in</p>
      <p className={styles.price}>
        <Charged course={course} /> <Before course={course} />
        <LocalPrice course={course} />
      </p>
      <AsCharged course={course} />
      <Deposit course={course} />
      {!isLive && <p className={styles.aside}>{course.priceSubtext}</p>}
      {isLive && <NextStart course={course} hasSeats />}
      {canEnrol(course) ? (
        <p className={styles.actions} data-buy-button>
          <ButtonLink
            look="course"
            size="tall"
            wide
            href={`/checkout/${course.offerCode}`}
            data-enrol={course.coursePrefixCode}
          >
            {isFree(course) ? (
              'Enrol free'
            ) : (
              <>
                {verbOf(course)} for <Charged course={course} />
              </>
            )}
          </ButtonLink>
          <DepositLink course={course} />
        </p>
      ) : (
        <p className={styles.aside}>There is nothing to enrol in just now.</p>
      )}
      <Refund course={course} />
      {canEnrol(course) && !isFree(course) && <FriendsLadder course={course} />}
    </>
  )
}

function Deposit({ course: { deposit, nextDate } }: { course: CourseDefinition }) {
  const local = useLocalPrice()
  if (!deposit) return null
  return (
    <p className={styles.aside}>
      or <Money {...local(deposit.dueNow)} /> today and <Money {...local(deposit.dueLater)} /> on{' '}
      <When at={deposit.dueAt} zone={nextDate?.timezoneId ?? 'UTC'} form="date" />
    </p>
  )
}

function DepositLink({ course: { deposit, offerCode } }: { course: CourseDefinition }) {
  const local = useLocalPrice()
  if (!deposit) return null
  return (
    <ButtonLink look="quiet" wide href={`/checkout/${offerCode}?pay=deposit`} data-for-new>
      Pay the <Money {...local(deposit.dueNow)} /> deposit
    </ButtonLink>
  )
}

function AsCharged({ course }: { course: CourseDefinition }) {
  if (!isLocal(useMarket()) || isFree(course)) return null
  return (
    <p className={styles.aside}>
      <InDollars course={course} />, charged in US dollars
    </p>
  )
}

function OtherMarket({ course }: { course: CourseDefinition }) {
  const here = useMarket()
  if (here || !course.markets.includes('PH')) return null
  return (
    <p className={`${styles.fine} ${styles.elsewhere}`}>
      In the Philippines? <a href={marketPath('PH', course.url)}>See it in pesos</a>
    </p>
  )
}

function Refund({ course }: { course: CourseDefinition }) {
  if (isFree(course)) return null
  if (course.deliveryType === 'on-demand') return <p className={styles.fine}>Full refund for 14 days</p>
  if (!course.refundUntil || !course.nextDate) return null
  return (
    <p className={styles.fine}>
      Full refund until <When at={course.refundUntil} zone={course.nextDate.timezoneId} form="date" />
      <span className={text.unseen}>. See the terms below.</span>
    </p>
  )
}

function verbOf({ deliveryType }: CourseDefinition): string {
  return deliveryType === 'on-demand' ? 'Start today' : 'Enrol'
}
