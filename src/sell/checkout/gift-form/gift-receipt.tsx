import { Check, Clock, Undo2 } from 'lucide-react'
import type { AuthKind } from '#http/client.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { focusHeading } from '#ui/focus.ts'
import { When, ZoneName } from '#ui/local-time.tsx'
import { useSite } from '#ui/use-site.ts'
import styles from '../order-page/receipt.module.css'
import { ReceiptTotals } from '../order-page/receipt-totals.tsx'
import type { OrderView } from '../wire/order.ts'
import own from './gift.module.css'
import { GiftCardPicture } from './gift-card-picture.tsx'

type OrderGift = NonNullable<OrderView['gift']>
type Props = { order: OrderView; gift: OrderGift; email: string | null; auth: AuthKind; supportAddress: string }

const TITLES = {
  due: 'Thank you. Your gift is on its way.',
  scheduled: 'Thank you. Your gift is ready.',
  sent: 'Thank you. Your gift is sent.',
  cancelled: 'This gift card was cancelled.',
}

export function GiftReceipt({ order, gift, email, auth, supportAddress }: Props) {
  const isCancelled = gift.status === 'cancelled'
  const state = getGiftState(gift)
  const sendsMail = useSite()?.sendsMail ?? true
  return (
    <div data-payment-status="complete" data-gift={gift.status}>
      <div className={styles.head}>
        <p className={styles.line}>
          <GiftStateChip state={state} />
          <span>
            Order {order.orderNumber}, <When at={order.placedAt} zone="UTC" form="date-year" />,{' '}
            <When at={order.placedAt} zone="UTC" form="time" />
          </span>
        </p>
        <h1 ref={focusHeading} tabIndex={-1}>
          {TITLES[state]}
        </h1>
        <p>
          {isCancelled
            ? 'We won’t send it, and your payment is refunded in full.'
            : sendsMail
              ? `The receipt is on its way to ${email ?? 'your e-mail address'}.`
              : `This site can’t send e-mails yet, such as the receipt. To ask about your gift, write to ${supportAddress}.`}
        </p>
      </div>
      <div className={styles.grid}>
        {isCancelled ? <section /> : <GiftSteps gift={gift} supportAddress={supportAddress} />}
        <aside>
          <section className={styles.ticket} aria-label="Receipt">
            <GiftCardPicture amount={gift.amount} isBare>
              <p>For {gift.recipient.name}</p>
              {gift.message && <p className={own.message}>“{gift.message}”</p>}
            </GiftCardPicture>
            <ReceiptTotals order={order} zone="UTC" auth={auth} />
          </section>
          <p className={styles.help}>
            Something not right? Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
          </p>
        </aside>
      </div>
    </div>
  )
}

/** A scheduled gift whose time has come is sent within a minute. */
function getGiftState({ status, sendAt }: OrderGift): keyof typeof TITLES {
  return status === 'scheduled' && Date.parse(sendAt) <= Date.now() ? 'due' : status
}

function GiftStateChip({ state }: { state: keyof typeof TITLES }) {
  if (state === 'sent')
    return (
      <Chip tone="good">
        <Check size={14} /> Sent
      </Chip>
    )
  if (state === 'scheduled' || state === 'due')
    return (
      <Chip tone="info">
        <Clock size={14} /> {state === 'due' ? 'Being sent' : 'Scheduled'}
      </Chip>
    )
  return (
    <Chip tone="past">
      <Undo2 size={14} /> Cancelled
    </Chip>
  )
}

function GiftSteps({ gift, supportAddress }: { gift: OrderGift; supportAddress: string }) {
  const { name, email } = gift.recipient
  const state = getGiftState(gift)
  return (
    <section aria-labelledby="next">
      <h2 className={styles.title} id="next">
        What comes next
      </h2>
      <ol className={styles.todo}>
        <li>
          <h3>{state === 'sent' ? `Sent to ${name}` : `Will be sent to ${name}`}</h3>
          <p>
            By e-mail{email && `, to ${email}`}
            {state === 'sent' && '. Nothing there? They may want to check their spam folder.'}
            {state === 'due' && ', within the next minute.'}
            {state === 'scheduled' && (
              <>
                , on <When at={gift.sendAt} zone="UTC" /> (<ZoneName zone="UTC" />
                ). Until then it can be cancelled: write to {supportAddress}.
              </>
            )}
          </p>
        </li>
        <li>
          <h3>
            <bdi>{name}</bdi> chooses a course
          </h3>
          <p>The code is only in that e-mail. They enter it at checkout, and any balance stays on the card.</p>
        </li>
        <li>
          <h3>One more?</h3>
          <p>Each person gets their own card.</p>
          <div className={styles.row}>
            <ButtonLink href="/gift-card/buy" look="quiet">
              Give another gift card
            </ButtonLink>
          </div>
        </li>
      </ol>
    </section>
  )
}
