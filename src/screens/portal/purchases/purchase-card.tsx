import { Receipt, RotateCcw } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { NO_REFUND } from '#domain/orders/refund-policy.ts'
import { Friends } from '#sell/checkout/order-page/friends.tsx'
import { CreditNoteButtons, InvoiceButton } from '#sell/checkout/order-page/invoice-button.tsx'
import { isOrderOver } from '#sell/checkout/order-page/order-outcome.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { Purchase } from '../wire/purchases.ts'
import { AskForRefund } from './ask-for-refund.tsx'
import { OwedPart, StatePart } from './purchase-parts.tsx'
import { PurchaseState } from './purchase-state.tsx'
import styles from './purchases.module.css'

type Props = { purchase: Purchase }

export function PurchaseCard({ purchase }: Props) {
  const { order, title, course } = purchase
  const id = useId()
  const isPaid = order.status === 'complete'
  return (
    <li className={styles.card} data-hue={order.gift ? 'rose' : course?.hue} aria-labelledby={id}>
      <header>
        {course ? (
          <img src={course.poster} alt="" width={1200} height={750} loading="lazy" />
        ) : (
          <span className={styles.blank} aria-hidden="true" />
        )}
        <div>
          <h2 id={id}>
            <bdi>{title}</bdi>
          </h2>
          <p>
            <Thing purchase={purchase} /> · order {order.orderNumber},{' '}
            <When at={order.placedAt} zone="UTC" form="date-year" />
          </p>
        </div>
        <PurchaseState purchase={purchase} />
      </header>
      <OwedPart purchase={purchase} />
      <StatePart purchase={purchase} />
      {isPaid && !order.disputed && order.friends.length > 0 && <FriendsPart purchase={purchase} />}
      <Documents purchase={purchase} />
    </li>
  )
}

/** "2 seats, live online from 30 January", "On demand, open until 8 November 2027", "For Rui". */
function Thing({ purchase: { order, course } }: Props) {
  if (order.gift)
    return (
      <>
        For <bdi>{order.gift.recipient.name}</bdi>
      </>
    )
  const count = order.lines.length
  if (course?.deliveryType === 'on-demand')
    return (
      <>
        {count > 1 ? `${count} places, on demand` : 'On demand'}
        {order.access?.until && (
          <>
            , open until <When at={order.access.until} zone={course.timezoneId} form="date-year" />
          </>
        )}
      </>
    )
  return (
    <>
      {count} {count === 1 ? 'seat' : 'seats'}
      {course?.startsAt && (
        <>
          , live online from <When at={course.startsAt} zone={course.timezoneId} form="date" />
        </>
      )}
    </>
  )
}

function FriendsPart({ purchase: { order, course } }: Props) {
  const hasBegun = course?.startsAt ? Date.parse(course.startsAt) <= Date.now() : false
  return (
    <div className={styles.part}>
      <h3>Your friends</h3>
      <Friends
        order={order}
        auth="learner"
        noun={course?.deliveryType === 'on-demand' ? 'place' : 'seat'}
        isClosed={hasBegun || isOrderOver(order)}
      />
    </div>
  )
}

function Documents({ purchase }: Props) {
  const { order, refund } = purchase
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAsking(false)
    button.current?.focus()
  }
  const id = useId()
  const canAsk = refund !== null && Number(refund.amount.amount) > 0
  return (
    <>
      <footer className={styles.documents}>
        <ButtonLink look="bare" size="compact" href={order.receiptUrl}>
          <Receipt size={18} /> {order.invoiceUrl ? 'Receipt' : 'See the order'}
          <span className={text.unseen}> {order.orderNumber}</span>
        </ButtonLink>
        {order.invoiceUrl && <InvoiceButton order={order} auth="learner" />}
        <CreditNoteButtons order={order} auth="learner" />
        {canAsk && (
          <Button
            ref={button}
            look="bare"
            size="compact"
            aria-expanded={isAsking}
            aria-controls={id}
            onClick={() => setAsking(!isAsking)}
          >
            <RotateCcw size={18} /> Ask for a refund
          </Button>
        )}
        {refund?.percent === 0 && order.refundRule?.steps.length === 0 && <p>{NO_REFUND}</p>}
        {refund?.percent === 0 && order.refundRule?.steps.length !== 0 && (
          <p>
            Refunds ended on <When at={refund.until} zone="UTC" form="date-year" />
          </p>
        )}
      </footer>
      {canAsk && (
        <div id={id} hidden={!isAsking}>
          {isAsking && <AskForRefund purchase={purchase} refund={refund} onClose={close} />}
        </div>
      )}
    </>
  )
}
