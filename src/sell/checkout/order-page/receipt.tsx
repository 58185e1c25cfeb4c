import { Armchair } from 'lucide-react'
import { Suspense } from 'react'
import { getRoomPath } from '#domain/learning/room-path.ts'
import type { AuthKind } from '#http/client.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When, ZoneName } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import type { CourseSummary } from '../session/course-summary.ts'
import { PortalLink, StepUpDialog } from '../session/lazy-parts.ts'
import type { OrderView } from '../wire/order.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { Friends } from './friends.tsx'
import { countActiveSeats, getOrderOutcome, isOrderOver } from './order-outcome.ts'
import styles from './receipt.module.css'
import { ReceiptHead } from './receipt-head.tsx'
import { isFreeOrder, ReceiptTotals } from './receipt-totals.tsx'
import { RefundRule } from './refund-rule.tsx'
import { hasRefundStatus, RefundStatus } from './refund-status.tsx'

type Props = {
  order: OrderView
  courseSummary: CourseSummary | null
  email: string | null
  auth: AuthKind
  supportAddress: string
  sendsMail: boolean
  /** The provider has not reported the outcome of a payment of the balance. */
  isBalanceOnItsWay: boolean
}

export function Receipt({ order, courseSummary, email, auth, supportAddress, sendsMail, isBalanceOnItsWay }: Props) {
  const zone = courseSummary?.classZone ?? 'UTC'
  const noun = courseSummary?.noun ?? 'seat'
  return (
    <div data-payment-status="complete" data-order-outcome={getOrderOutcome(order)}>
      <ReceiptHead
        order={order}
        courseTitle={courseSummary?.title ?? null}
        noun={noun}
        zone={zone}
        email={email}
        sendsMail={sendsMail}
        isBalanceOnItsWay={isBalanceOnItsWay}
      />
      <div className={styles.grid}>
        <section aria-labelledby="next">
          <h2 className={styles.title} id="next">
            {isOrderOver(order) ? 'What happens now' : 'What comes next'}
          </h2>
          <ol className={styles.todo}>
            {hasRefundStatus(order) && <RefundStatus order={order} noun={noun} zone={zone} />}
            {isOrderOver(order) ? (
              <OtherDates courseSummary={courseSummary} />
            ) : (
              <ReceiptSteps
                order={order}
                courseSummary={courseSummary}
                auth={auth}
                email={email}
                zone={zone}
                noun={noun}
                sendsMail={sendsMail}
                isBalanceOnItsWay={isBalanceOnItsWay}
              />
            )}
          </ol>
        </section>
        <aside>
          <ReceiptTicket order={order} courseSummary={courseSummary} auth={auth} />
          <p className={styles.help}>
            Something not right? Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
          </p>
        </aside>
      </div>
    </div>
  )
}

function OtherDates({ courseSummary }: Pick<Props, 'courseSummary'>) {
  return (
    <li>
      <h3>See what else is on</h3>
      <p>
        {courseSummary
          ? 'The course page has the dates that are open now.'
          : 'All courses with open dates are on the home page.'}
      </p>
      <div className={styles.row}>
        <ButtonLink href={courseSummary?.url ?? '/'} look="quiet">
          {courseSummary ? 'See the course' : 'See all courses'}
        </ButtonLink>
      </div>
    </li>
  )
}

type StepsProps = Pick<Props, 'order' | 'courseSummary' | 'auth' | 'email' | 'sendsMail' | 'isBalanceOnItsWay'> & {
  zone: string
  noun: CourseSummary['noun']
}

function ReceiptSteps({ order, courseSummary, auth, email, zone, noun, sendsMail, isBalanceOnItsWay }: StepsProps) {
  const isFree = isFreeOrder(order)
  return (
    <>
      {order.confirmBy && (
        <li>
          <h3>Open the e-mail</h3>
          <p>
            Your place is kept until <When at={order.confirmBy} zone={zone} form="date" />,{' '}
            <When at={order.confirmBy} zone={zone} form="time" />.
            {sendsMail ? ' Nothing there? Check your spam folder, or enrol again.' : ' No e-mail by then? Enrol again.'}
          </p>
        </li>
      )}
      {auth === 'learner' && order.coursePrefixCode && courseSummary?.isLive === false && !order.confirmBy && (
        <li>
          <h3>Start the course</h3>
          <p>All its lessons are in your portal.</p>
          <div className={styles.row}>
            <ButtonLink href={getRoomPath(order.coursePrefixCode)}>Start the course</ButtonLink>
          </div>
        </li>
      )}
      {order.friends.length > 0 && (
        <li>
          <h3>{order.friends.length === 1 ? 'Your friend' : 'Your friends'}</h3>
          <p>
            {order.friends.length === 1 ? 'Your friend' : 'Each'} gets an invitation and one reminder, nothing else.
            {courseSummary?.startsAt && ' You can change who comes until the first session begins.'}
          </p>
          <Friends order={order} auth={auth} noun={noun} />
          <Suspense>
            <StepUpDialog />
          </Suspense>
        </li>
      )}
      {isBalanceOnItsWay && <BalanceOnItsWay order={order} />}
      {!isBalanceOnItsWay && Number(order.totals.due.amount) > 0 && <Balance order={order} zone={zone} />}
      {order.cancelledSessions.length > 0 && <CancelledSessions order={order} />}
      {order.calendarUrl && <AddToCalendar url={order.calendarUrl} about={courseSummary} />}
      {auth !== 'learner' && !isFree && (
        <li>
          <h3>Set a password</h3>
          <p>
            The link is in your e-mail. It works once, for seven days. Already have an account? Your password hasn’t
            changed.
          </p>
        </li>
      )}
      {order.refundRule && (
        <li>
          <h3>If your plans change</h3>
          <p>
            <RefundRule rule={order.refundRule} zone={zone} />
          </p>
        </li>
      )}
      <li>
        <h3>Look around the portal</h3>
        <p>
          {courseSummary?.isLive === false ? 'Your courses and your orders.' : 'Your dates and sessions.'}
          {order.access && <AccessTerm until={order.access.until} zone={zone} />}
        </p>
        {auth === 'learner' && (
          <div className={styles.row}>
            <ButtonLink href="/portal" look="quiet">
              Open the portal
            </ButtonLink>
          </div>
        )}
        {auth !== 'learner' && !order.confirmBy && (
          <Suspense>
            <PortalLink email={email} />
          </Suspense>
        )}
      </li>
    </>
  )
}

function AccessTerm({ until, zone }: { until: string | null; zone: string }) {
  if (until === null) return ' Lessons and recordings stay open.'
  return (
    <>
      {' '}
      Lessons and recordings stay open until <When at={until} zone={zone} form="date-year" />.
    </>
  )
}

function CancelledSessions({ order: { cancelledSessions, refundRule } }: { order: OrderView }) {
  return (
    <li>
      <h3>{cancelledSessions.length === 1 ? 'A session was cancelled' : 'Sessions were cancelled'}</h3>
      <p>
        {cancelledSessions.map(({ title, startsAt, timezoneId }) => (
          <span key={startsAt}>
            “{title}” on <When at={startsAt} zone={timezoneId} form="day" /> does not take place.{' '}
          </span>
        ))}
        {refundRule && 'What you can get back is below.'}
      </p>
    </li>
  )
}

function BalanceOnItsWay({ order }: { order: OrderView }) {
  return (
    <li>
      <h3>Your balance is being paid</h3>
      <p>
        We’re waiting for confirmation of your payment of <Money {...order.totals.due} exact />
        <Estimate {...order.totals.due} />. Please don’t pay again. You can close this page: we’ll e-mail you when it’s
        paid.
      </p>
    </li>
  )
}

function Balance({ order, zone }: { order: OrderView; zone: string }) {
  const dueAt = order.schedule[0]?.dueAt
  return (
    <li>
      <h3>Pay the balance</h3>
      <p>
        {dueAt ? (
          <>
            Due <When at={dueAt} zone={zone} form="date" />. You can also pay now.{' '}
          </>
        ) : (
          'It’s due now. '
        )}
        {order.savedCard && <SavedCard savedCard={order.savedCard} zone={zone} />}
        {!order.savedCard?.chargeAt &&
          (dueAt
            ? 'If the balance is late, we’ll send three reminders, then pause your access.'
            : 'After three reminders, your access is paused until you pay.')}
      </p>
      <div className={styles.row}>
        <ButtonLink href={`/checkout/${order.offerCode}?order=${order.orderId}`}>
          Pay <Money {...order.totals.due} exact />
        </ButtonLink>
      </div>
    </li>
  )
}

type SavedCardProps = { savedCard: NonNullable<OrderView['savedCard']>; zone: string }

function SavedCard({ savedCard: { brand, last4, chargeAt, isDeclined }, zone }: SavedCardProps) {
  const card = `${brand} ••${last4}`
  if (!chargeAt)
    return isDeclined
      ? `Your ${card} was declined, and we won’t charge it again. `
      : `We couldn’t charge your ${card}, and won’t charge it again. `
  return (
    <>
      {isDeclined ? `Your ${card} was declined. We’ll charge it once more on ` : `We’ll charge it to your ${card} on `}
      <When at={chargeAt} zone={zone} form="date" />. To stop this, remove the card in{' '}
      <a href="/portal/settings#saved-cards">your settings</a>.
    </>
  )
}

function ReceiptTicket({ order, courseSummary, auth }: Pick<Props, 'order' | 'courseSummary' | 'auth'>) {
  return (
    <section className={styles.ticket} aria-label="Receipt">
      <OrderDetails order={order} courseSummary={courseSummary} />
      <ReceiptTotals order={order} zone={courseSummary?.classZone ?? 'UTC'} auth={auth} />
    </section>
  )
}

export function OrderDetails({ order, courseSummary }: Pick<Props, 'order' | 'courseSummary'>) {
  return (
    <>
      {courseSummary && <img src={courseSummary.poster} alt="" width={1200} height={750} />}
      <div className={styles.part}>
        <h2>{courseSummary?.title ?? order.coursePrefixCode}</h2>
        <dl className={styles.facts}>
          {courseSummary?.startsAt && (
            <div>
              <dt>First session</dt>
              <dd>
                <When at={courseSummary.startsAt} zone={courseSummary.classZone} form="day-short" />,{' '}
                <When at={courseSummary.startsAt} zone={courseSummary.classZone} form="class-time" />{' '}
                <small>
                  <ZoneName zone={courseSummary.classZone} />
                </small>
              </dd>
            </div>
          )}
          {courseSummary && (
            <div>
              <dt>With</dt>
              <dd>{courseSummary.teacher}</dd>
            </div>
          )}
          {courseSummary?.isLive && (
            <div className={order.lines.length > 2 ? styles.full : undefined}>
              <dt>Seats</dt>
              <dd className={styles.seats}>
                <Seats order={order} />
              </dd>
            </div>
          )}
        </dl>
      </div>
    </>
  )
}

/** One armchair per seat. Ended seats of a paid order are crossed out. */
function Seats({ order: { lines, status } }: Pick<Props, 'order'>) {
  const count = lines.length
  const isPaid = status === 'complete'
  const activeSeatCount = isPaid ? countActiveSeats({ lines }) : count
  const total = `${count} ${count === 1 ? 'seat' : 'seats'}`
  return (
    <>
      {lines.map(({ lineId, seatStatus }) => (
        <Armchair
          key={lineId}
          size={28}
          aria-hidden="true"
          data-ended={isPaid && seatStatus === 'ended' ? '' : undefined}
        />
      ))}
      {activeSeatCount < count ? (
        <small>{`${activeSeatCount} of ${total}`}</small>
      ) : (
        <span className={text.unseen}>{total}</span>
      )}
    </>
  )
}
