import { Armchair, CreditCard, MessageSquare } from 'lucide-react'
import { useId } from 'react'
import { browserClient } from '#http/client.ts'
import { leaveMessage } from '#people/support/wire.ts'
import { getRefundDestination } from '#sell/checkout/order-page/refund-progress.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage, TextField } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import { formatExact, Money } from '#ui/money.tsx'
import { useForm } from '#ui/use-form.ts'
import type { Purchase } from '../wire/purchases.ts'
import styles from './purchases.module.css'

type Props = { purchase: Purchase; refund: NonNullable<Purchase['refund']>; onClose: () => void }

export function AskForRefund({ purchase, refund, onClose }: Props) {
  const { order, title, course } = purchase
  const { email, name } = order.buyer ?? { email: '', name: '' }
  const id = useId()
  const noun = course?.deliveryType === 'on-demand' ? 'place' : 'seat'
  const count = order.lines.filter(({ seatStatus }) => seatStatus === 'active' || seatStatus === 'unconfirmed').length
  const { form, field, errorMessage, isBusy, isDone } = useForm(
    { message: (text) => (text.trim() === '' ? 'A message is required' : null) },
    async ({ message }) => {
      const response = await browserClient().call(leaveMessage, {
        body: { email, name, message, page: '/portal/purchases' },
      })
      return response.error === null ? null : response
    },
  )
  return (
    <section className={styles.ask} aria-labelledby={id}>
      <div>
        <h3 id={id}>You can get back</h3>
        <p className={styles.back}>
          <Money {...refund.amount} exact />
        </p>
        <p>
          {refund.percent === 100 ? 'All that you paid' : `${refund.percent}% of what you paid`}
          {order.refunds.length > 0 && ', less what was refunded'}
          {refund.isMoved && ', because a session was moved or cancelled'}, until{' '}
          <When at={refund.until} zone="UTC" form="short" />
        </p>
        <Effects refund={refund} end={order.gift ? 'The gift card is not sent' : describeEnd(count, noun)} />
      </div>
      <form {...form}>
        {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <TextField
          {...field('message')}
          label="Your message"
          idPrefix={id}
          rows={5}
          maxLength={5000}
          defaultValue={`I’d like a refund of ${formatExact(refund.amount)} for ${title}, order ${order.orderNumber}.`}
          required
        />
        {isDone ? (
          <SuccessMessage>We have your message. We’ll answer by e-mail to {email}.</SuccessMessage>
        ) : (
          <div className={styles.row}>
            <Button type="submit" aria-busy={isBusy}>
              {isBusy ? (
                'Sending…'
              ) : (
                <span>
                  Ask for <Money {...refund.amount} exact /> back
                </span>
              )}
            </Button>
            <Button look="bare" onClick={onClose}>
              {order.gift ? 'Keep the gift' : `Keep my ${noun}${count > 1 ? 's' : ''}`}
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}

const describeEnd = (count: number, noun: string): string =>
  count === 1 ? `Your ${noun} ends` : `${count === 2 ? 'Both' : `All ${count}`} ${noun}s end`

function Effects({ refund, end }: Pick<Props, 'refund'> & { end: string }) {
  return (
    <ul className={styles.effects} aria-label="What will happen">
      <li>
        <MessageSquare size={20} aria-hidden="true" />
        <span>
          <b>We read your message first.</b> You’ll get our answer by e-mail.
        </span>
      </li>
      {refund.parts.map(({ method, amount, card }) => (
        <li key={`${method} ${card?.last4} ${amount.amount}`}>
          <CreditCard size={20} aria-hidden="true" />
          <span>
            <b>
              <Money {...amount} exact /> to {method === 'none' ? 'you' : getRefundDestination({ method, card })}
            </b>
            {(method === 'card' || method === 'paypal') && '. Banks usually show it within 5 to 10 days.'}
          </span>
        </li>
      ))}
      <li>
        <Armchair size={20} aria-hidden="true" />
        <span>
          <b>{end}</b>
          {Number(refund.waived.amount) > 0 && (
            <>
              , and the <Money {...refund.waived} exact /> is no longer due
            </>
          )}
          .
        </span>
      </li>
    </ul>
  )
}
