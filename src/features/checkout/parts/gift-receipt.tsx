import { Check, Clock, Undo2 } from 'lucide-react'
import type { Credential } from '#http/client.ts'
import { focusArrival } from '#ui/arrival.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { When, ZoneName } from '#ui/when.tsx'
import type { OrderView } from '../wire/order.ts'
import { GiftCardPicture } from './gift-card-picture.tsx'
import styles from './receipt.module.css'
import { Sums } from './sums.tsx'

type Gift = NonNullable<OrderView['gift']>
type Props = { order: OrderView; gift: Gift; email: string | null; auth: Credential; support: string }

const TITLES = {
  due: 'Thank you. Your gift is on its way.',
  scheduled: 'Thank you. Your gift is ready.',
  sent: 'Thank you. Your gift is sent.',
  cancelled: 'This gift was taken back.',
}

export function GiftReceipt({ order, gift, email, auth, support }: Props) {
  const isCancelled = gift.status === 'cancelled'
  const state = stateOf(gift)
  return (
    <div data-payment-status="complete" data-gift={gift.status}>
      <div className={styles.head}>
        <p className={styles.line}>
          <StateChip state={state} />
          <span>
            Order {order.orderNumber}, <When at={order.placedAt} zone="UTC" form="date-year" />,{' '}
            <When at={order.placedAt} zone="UTC" form="time" />
          </span>
        </p>
        <h1 ref={focusArrival} tabIndex={-1}>
          {TITLES[state]}
        </h1>
        <p>
          {isCancelled
            ? 'Nothing is sent, and what was paid goes back the way it came.'
            : `The receipt is on its way to ${email ?? 'your e-mail address'}.`}
        </p>
      </div>
      <div className={styles.grid}>
        {isCancelled ? <section /> : <Steps gift={gift} support={support} />}
        <aside>
          <section className={styles.ticket} aria-label="Receipt">
            <GiftCardPicture amount={gift.amount} isBare>
              <p>For {gift.recipient.name}</p>
              {gift.message && <p>“{gift.message}”</p>}
            </GiftCardPicture>
            <Sums order={order} zone="UTC" auth={auth} />
          </section>
          <p className={styles.help}>
            Something not right? Write to <a href={`mailto:${support}`}>{support}</a>.
          </p>
        </aside>
      </div>
    </div>
  )
}

/** Once its day has come it goes out within a minute. */
function stateOf({ status, sendAt }: Gift): keyof typeof TITLES {
  return status === 'scheduled' && Date.parse(sendAt) <= Date.now() ? 'due' : status
}

function StateChip({ state }: { state: keyof typeof TITLES }) {
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
      <Undo2 size={14} /> Taken back
    </Chip>
  )
}

function Steps({ gift, support }: { gift: Gift; support: string }) {
  const { name, email } = gift.recipient
  const state = stateOf(gift)
  return (
    <section aria-labelledby="next">
      <h2 className={styles.title} id="next">
        What comes next
      </h2>
      <ol className={styles.todo}>
        <li>
          <h3>{state === 'sent' ? `It went to ${name}` : `It goes to ${name}`}</h3>
          <p>
            By e-mail{email && `, to ${email}`}
            {state === 'sent' && '. Nothing there? It may lie among the unwanted mail.'}
            {state === 'due' && ', within the next minute.'}
            {state === 'scheduled' && (
              <>
                , on <When at={gift.sendAt} zone="UTC" /> (<ZoneName zone="UTC" />
                ). Until then it can be taken back: write to {support}.
              </>
            )}
          </p>
        </li>
        <li>
          <h3>{name} chooses a course</h3>
          <p>
            The code stands in that mail and nowhere else. It is typed at the checkout, and what is left stays on it.
          </p>
        </li>
        <li>
          <h3>One more?</h3>
          <p>Each person gets a card of their own.</p>
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
