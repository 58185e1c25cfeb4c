import { Armchair, Check, MailOpen } from 'lucide-react'
import type { Credential } from '#http/client.ts'
import { focusArrival } from '#ui/arrival.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { When, ZoneName } from '#ui/when.tsx'
import type { OrderView } from '../wire/order.ts'
import type { About } from './about.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { Friends } from './friends.tsx'
import styles from './receipt.module.css'
import { seatsInWords } from './seats-in-words.ts'
import { isOverNothing, Sums } from './sums.tsx'

type Props = { order: OrderView; about: About | null; email: string | null; auth: Credential; support: string }

export function Receipt({ order, about, email, auth, support }: Props) {
  const zone = about?.classZone ?? 'UTC'
  const isFree = isOverNothing(order)
  return (
    <div data-payment-status="complete">
      <div className={styles.head}>
        <p className={styles.line}>
          {order.confirmBy ? (
            <Chip tone="info">
              <MailOpen size={14} /> To be confirmed
            </Chip>
          ) : (
            <Chip tone="good">
              <Check size={14} /> Complete
            </Chip>
          )}
          <span>
            Order {order.orderNumber}, <When at={order.placedAt} zone={zone} form="date-year" />,{' '}
            <When at={order.placedAt} zone={zone} form="time" />
          </span>
        </p>
        <h1 ref={focusArrival} tabIndex={-1}>
          {order.confirmBy ? 'One more step.' : `You’re in.${togetherOf(order)}`}
        </h1>
        <Mailed order={order} email={email} />
      </div>
      <div className={styles.grid}>
        <section aria-labelledby="next">
          <h2 className={styles.title} id="next">
            What comes next
          </h2>
          <ol className={styles.todo}>
            {order.confirmBy && (
              <li>
                <h3>Open the mail</h3>
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
                <Friends order={order} auth={auth} place={about?.place ?? 'seat'} />
              </li>
            )}
            {Number(order.totals.due.amount) > 0 && <Balance order={order} zone={zone} />}
            {order.calendarUrl && <AddToCalendar url={order.calendarUrl} about={about} />}
            {auth !== 'learner' && !isFree && (
              <li>
                <h3>Set a password</h3>
                <p>
                  The link is in your e-mail. It works once, for seven days. Already have an account? Your password
                  hasn’t changed.
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

function Mailed({ order, email }: Pick<Props, 'order' | 'email'>) {
  const address = email ?? 'your e-mail address'
  if (order.confirmBy) return <p>We’ve written to {address}. Click the button in that e-mail to confirm your place.</p>
  const what = isOverNothing(order) ? 'Your welcome' : 'The receipt'
  return (
    <p>
      {what} is on its way to {address}.
    </p>
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
                {order.lines.map(({ lineId }) => (
                  <Armchair key={lineId} size={28} aria-hidden="true" />
                ))}
                <span className={text.unseen}>
                  {order.lines.length} {order.lines.length === 1 ? 'seat' : 'seats'}
                </span>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </>
  )
}

function togetherOf({ lines, gift }: OrderView): string {
  if (gift || lines.length < 2) return ''
  return lines.length === 2 ? ' Both of you.' : ` All ${seatsInWords(lines.length).toLowerCase()} of you.`
}
