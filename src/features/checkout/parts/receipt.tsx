import { Armchair } from 'lucide-react'
import type { Credential } from '#http/client.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { When, ZoneName } from '#ui/when.tsx'
import type { OrderView } from '../wire/order.ts'
import type { About } from './about.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { Friends } from './friends.tsx'
import { isOver, outcomeOf, seatsLeft } from './order-outcome.ts'
import styles from './receipt.module.css'
import { ReceiptHead } from './receipt-head.tsx'
import { hasNews, RefundNews } from './refund-news.tsx'
import { isOverNothing, Sums } from './sums.tsx'

type Props = { order: OrderView; about: About | null; email: string | null; auth: Credential; support: string }

export function Receipt({ order, about, email, auth, support }: Props) {
  const zone = about?.classZone ?? 'UTC'
  const place = about?.place ?? 'seat'
  return (
    <div data-payment-status="complete" data-order-outcome={outcomeOf(order)}>
      <ReceiptHead order={order} place={place} zone={zone} email={email} />
      <div className={styles.grid}>
        <section aria-labelledby="next">
          <h2 className={styles.title} id="next">
            {isOver(order) ? 'What happens now' : 'What comes next'}
          </h2>
          <ol className={styles.todo}>
            {hasNews(order) && <RefundNews order={order} place={place} zone={zone} />}
            {isOver(order) ? (
              <OtherDates about={about} />
            ) : (
              <Steps order={order} about={about} auth={auth} zone={zone} place={place} />
            )}
          </ol>
        </section>
        <aside>
          <Ticket order={order} about={about} auth={auth} />
          <p className={styles.help}>
            Something not right? Write to <a href={`mailto:${support}`}>{support}</a>.
          </p>
        </aside>
      </div>
    </div>
  )
}

function OtherDates({ about }: Pick<Props, 'about'>) {
  return (
    <li>
      <h3>See what else is on</h3>
      <p>
        {about
          ? 'The course page has the dates that are open now.'
          : 'All courses with open dates are on the home page.'}
      </p>
      <div className={styles.row}>
        <ButtonLink href={about?.url ?? '/'} look="quiet">
          {about ? 'See the course' : 'See all courses'}
        </ButtonLink>
      </div>
    </li>
  )
}

type StepsProps = Pick<Props, 'order' | 'about' | 'auth'> & { zone: string; place: About['place'] }

function Steps({ order, about, auth, zone, place }: StepsProps) {
  const isFree = isOverNothing(order)
  return (
    <>
      {order.confirmBy && (
        <li>
          <h3>Open the e-mail</h3>
          <p>
            Your place is kept until <When at={order.confirmBy} zone={zone} form="date" />,{' '}
            <When at={order.confirmBy} zone={zone} form="time" />. Nothing there? Check your spam folder, or enrol
            again.
          </p>
        </li>
      )}
      {order.friends.length > 0 && (
        <li>
          <h3>Your friends</h3>
          <p>
            Each gets an invitation and one reminder, nothing else.
            {about?.startsAt && ' You can name them, or others, until the first session begins.'}
          </p>
          <Friends order={order} auth={auth} place={place} />
        </li>
      )}
      {Number(order.totals.due.amount) > 0 && <Balance order={order} zone={zone} />}
      {order.calendarUrl && <AddToCalendar url={order.calendarUrl} about={about} />}
      {auth !== 'learner' && !isFree && (
        <li>
          <h3>Set a password</h3>
          <p>
            The link is in your e-mail. It works once, for seven days. Already have an account? Your password hasn’t
            changed.
          </p>
        </li>
      )}
      <li>
        <h3>Look around the portal</h3>
        <p>
          {about?.isLive === false
            ? 'Every lesson is there, from the first to the last.'
            : 'Your dates, your sessions and the way in.'}
        </p>
        <div className={styles.row}>
          <ButtonLink href="/portal" look="quiet">
            Open the portal
          </ButtonLink>
        </div>
      </li>
    </>
  )
}

function Balance({ order, zone }: { order: OrderView; zone: string }) {
  const dueAt = order.schedule[0]?.dueAt
  return (
    <li>
      <h3>Pay the balance</h3>
      <p>
        {dueAt && (
          <>
            Due <When at={dueAt} zone={zone} form="date" />. You can also pay now.{' '}
          </>
        )}
        If the balance is late, we’ll send three reminders, then pause your access.
      </p>
      <div className={styles.row}>
        <ButtonLink href={`/checkout/${order.offerCode}?order=${order.orderId}`}>
          Pay <Money {...order.totals.due} exact />
        </ButtonLink>
      </div>
    </li>
  )
}

function Ticket({ order, about, auth }: Pick<Props, 'order' | 'about' | 'auth'>) {
  return (
    <section className={styles.ticket} aria-label="Receipt">
      <WhatItIsFor order={order} about={about} />
      <Sums order={order} zone={about?.classZone ?? 'UTC'} auth={auth} />
    </section>
  )
}

export function WhatItIsFor({ order, about }: Pick<Props, 'order' | 'about'>) {
  return (
    <>
      {about && <img src={about.poster} alt="" width={1200} height={750} />}
      <div className={styles.part}>
        <h2>{about?.title ?? order.coursePrefixCode}</h2>
        <dl className={styles.facts}>
          {about?.startsAt && (
            <div>
              <dt>First session</dt>
              <dd>
                <When at={about.startsAt} zone={about.classZone} form="short" />{' '}
                <small>
                  <ZoneName zone={about.classZone} />
                </small>
              </dd>
            </div>
          )}
          {about && (
            <div>
              <dt>With</dt>
              <dd>{about.teacher}</dd>
            </div>
          )}
          {about?.isLive && (
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

/** One armchair for each seat; of a paid order those that ended are struck. */
function Seats({ order: { lines, status } }: Pick<Props, 'order'>) {
  const count = lines.length
  const isPaid = status === 'complete'
  const left = isPaid ? seatsLeft({ lines }) : count
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
      {left < count ? <small>{`${left} of ${total}`}</small> : <span className={text.unseen}>{total}</span>}
    </>
  )
}
