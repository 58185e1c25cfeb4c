import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { formatAccessTerm } from '#domain/learning/access-term.ts'
import { isFinal, NO_REFUND, nameRefund } from '#domain/orders/refund-policy.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { CourseStateChip } from '../catalogue/course-state-chip.tsx'
import { NextStart } from '../catalogue/next-start.tsx'
import { canEnrol, isFree } from '../course-labels.ts'
import { useIsDraft } from '../draft/is-draft.ts'
import type { PageFormResult } from '../handle-page-form.ts'
import { GroupPriceTiers } from '../home/group-price-tiers.tsx'
import { hasLocalRate, useMarket } from '../market/market.tsx'
import { marketPath } from '../market/markets.ts'
import { joinDateValues } from '../shown-values.ts'
import styles from './buy-card.module.css'
import { ClosedCard } from './closed-card.tsx'
import { EnrolLink } from './enrol-link.tsx'
import {
  ChargedPrice,
  DepositTerms,
  getChargedAmount,
  LocalPrice,
  LocalPriceSlot,
  PriceBeforeDiscount,
  PriceInDollars,
} from './price.tsx'

export function BuyCard({ course, sent }: { course: CourseDefinition; sent: PageFormResult | null }) {
  const isDraft = useIsDraft()
  return (
    <aside className={styles.buy} data-buy data-stays aria-label="Price and next date">
      {!isDraft && (
        <p
          className={styles.changed}
          role="status"
          data-date-notice={course.coursePrefixCode}
          data-shown={joinDateValues(course.nextDate)}
          hidden
        >
          Dates or seats have changed. <a href={course.url}>Show the latest</a>
        </p>
      )}
      {!isDraft && (
        <p className={styles.changed} role="status" data-open-order={course.coursePrefixCode} hidden>
          Your order for this course isn’t paid yet. <a href="/portal">Continue</a>
        </p>
      )}
      {course.state.callToAction === 'enrol' ? (
        <OpenCard course={course} />
      ) : (
        <ClosedCard course={course} sent={sent} />
      )}
      {!isDraft && <OtherMarket course={course} />}
    </aside>
  )
}

export function BuyBar({ course }: { course: CourseDefinition }) {
  const { nextDate } = course
  const hasEstimate = hasLocalRate(useMarket()) && !isFree(course)
  if (!canEnrol(course)) return null
  return (
    <div className={styles.bar} data-buy data-buy-bar>
      <p>
        <span className={styles.mine}>You’re in</span>
        <ChargedPrice course={course} />{' '}
        {hasEstimate ? (
          <small>
            (<PriceInDollars course={course} />)
          </small>
        ) : (
          !isFree(course) && <LocalPriceSlot amounts={[getChargedAmount(course)]} isInLine />
        )}
        <br />
        {nextDate?.startsAt ? (
          <>
            <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="day-short" />,{' '}
            <When at={nextDate.startsAt} zone={nextDate.timezoneId} form="class-time" />
          </>
        ) : (
          'Start today'
        )}
      </p>
      {/* The keyboard reaches the same link in the card, and this one is hidden while that one is in view. */}
      <EnrolLink
        look="course"
        href={`/checkout/${course.offerCode}`}
        data-enrol={course.coursePrefixCode}
        tabIndex={-1}
      >
        {isFree(course) ? 'Enrol free' : getEnrolLabel(course)}
      </EnrolLink>
    </div>
  )
}

function OpenCard({ course }: { course: CourseDefinition }) {
  const isLive = course.deliveryType === 'live'
  return (
    <>
      <CourseStateChip course={course} />
      <p className={styles.mine}>You’re in</p>
      {course.offerCode !== null && (
        <p className={styles.price}>
          <ChargedPrice course={course} /> <PriceBeforeDiscount course={course} />
          <LocalPrice course={course} />
        </p>
      )}
      <p className={styles.promo} role="status" data-promo-note={course.courseCode} hidden />
      <Deposit course={course} />
      <p className={styles.aside}>{formatAccessTerm(course)}</p>
      {course.givesCertificate && <p className={styles.aside}>With a certificate when you complete it</p>}
      {!isLive && course.priceSubtext && <p className={styles.aside}>{course.priceSubtext}</p>}
      {isLive && <NextStart course={course} hasSeats />}
      {canEnrol(course) ? (
        <p className={styles.actions} data-buy-button>
          <EnrolLink
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
                {getEnrolLabel(course)} for <PriceInDollars course={course} />
              </>
            )}
          </EnrolLink>
          <DepositLink course={course} />
        </p>
      ) : (
        <p className={styles.aside}>Enrolment isn’t open at the moment.</p>
      )}
      <RefundDeadline course={course} />
      {canEnrol(course) && !isFree(course) && <GroupPriceTiers course={course} />}
    </>
  )
}

function Deposit({ course: { deposit, nextDate } }: { course: CourseDefinition }) {
  const hasEstimate = hasLocalRate(useMarket())
  if (!deposit) return null
  return (
    <p className={styles.aside}>
      <DepositTerms deposit={deposit} zone={nextDate?.timezoneId ?? 'UTC'} />
      {!hasEstimate && <LocalPriceSlot amounts={[deposit.dueNow.amount, deposit.dueLater.amount]} />}
    </p>
  )
}

function DepositLink({ course: { deposit, offerCode } }: { course: CourseDefinition }) {
  if (!deposit) return null
  return (
    <EnrolLink look="quiet" wide href={`/checkout/${offerCode}?pay=deposit`} data-for-new>
      Pay the <Money {...deposit.dueNow} /> deposit
    </EnrolLink>
  )
}

function OtherMarket({ course }: { course: CourseDefinition }) {
  const market = useMarket()
  if (market || !course.markets.includes('PH')) return null
  return (
    <p className={`${styles.fine} ${styles.elsewhere}`}>
      In the Philippines? <a href={marketPath('PH', course.url)}>See it in pesos</a>
    </p>
  )
}

function RefundDeadline({ course }: { course: CourseDefinition }) {
  if (isFree(course)) return null
  const { refund, refundPercent, refundUntil } = course
  if (isFinal(refund, course.deliveryType)) return <p className={styles.fine}>{NO_REFUND}</p>
  if (course.deliveryType === 'on-demand')
    return (
      <p className={styles.fine}>
        {nameRefund(100)} for {refund.daysAfter} days
      </p>
    )
  if (!refundUntil || refundPercent === null || !course.nextDate) return null
  return (
    <p className={styles.fine}>
      {nameRefund(refundPercent)} until <When at={refundUntil} zone={course.nextDate.timezoneId} form="date" />
    </p>
  )
}

function getEnrolLabel({ deliveryType }: CourseDefinition): string {
  return deliveryType === 'on-demand' ? 'Start today' : 'Enrol'
}
