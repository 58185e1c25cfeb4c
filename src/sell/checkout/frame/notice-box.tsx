import { ArrowLeftRight, CircleAlert, CreditCard, Timer, UsersRound } from 'lucide-react'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { Money } from '#ui/money.tsx'
import type { CheckoutNotice } from '../session/checkout-session.ts'
import type { PurchaseNoun } from '../session/course-summary.ts'
import { formatDecline } from '../session/payment/format-decline.ts'
import styles from './notice-box.module.css'

type Props = { notice: CheckoutNotice; currency: string; noun: PurchaseNoun; seats?: number }

export function NoticeBox({ notice, currency, noun, seats = 1 }: Props) {
  return (
    <div
      ref={focusBox}
      className={`${styles.box} ${notice.is === 'declined' ? styles.bad : styles.warn}`}
      role="alert"
      tabIndex={-1}
      data-notice={notice.is}
    >
      <Content notice={notice} currency={currency} noun={noun} seats={seats} />
    </div>
  )
}

function Content({ notice, currency, noun, seats }: Required<Props>) {
  if (notice.is === 'declined') {
    return (
      <>
        <CreditCard size={20} />
        <strong>{formatDecline(notice.failure)}</strong>
        <p>
          Nothing was charged.{' '}
          {noun === 'gift' ? 'Your' : `Your ${seats === 1 ? `${noun} is` : `${noun}s are`} still held, and your`}{' '}
          details are still here. Try another card, or the same one again.
        </p>
      </>
    )
  }
  if (notice.is === 'price' && notice.before !== notice.after) {
    return (
      <>
        <ArrowLeftRight size={20} />
        <strong>The price changed while you were here</strong>
        <p>
          It was <Money amount={notice.before} currency={currency} exact />, now it is{' '}
          <Money amount={notice.after} currency={currency} exact />
          <Estimate amount={notice.after} currency={currency} />. You haven’t been charged. You decide.
        </p>
      </>
    )
  }
  if (notice.is === 'price') {
    return (
      <>
        <Timer size={20} />
        <strong>The price is still the same</strong>
        <p>
          Prices are held for 15 minutes, so we checked again: <Money amount={notice.after} currency={currency} exact />
          <Estimate amount={notice.after} currency={currency} />. Nothing was charged yet. Press the button to pay.
        </p>
      </>
    )
  }
  if (notice.is === 'expired') {
    return (
      <>
        <Timer size={20} />
        <strong>Your hold expired, but a {noun} is still available</strong>
        <p>Nothing was charged. Pay again to hold the {noun}.</p>
      </>
    )
  }
  if (notice.is === 'few') {
    return (
      <>
        <UsersRound size={20} />
        <strong>Not enough seats left</strong>
        <p>
          {notice.seatsLeft === null
            ? 'Your list is unchanged.'
            : notice.seatsLeft === 1
              ? 'Only one seat is available.'
              : `${notice.seatsLeft} seats are available, including yours.`}{' '}
          We never split a group.
        </p>
      </>
    )
  }
  return (
    <>
      <CircleAlert size={20} />
      <strong>{notice.title ?? 'That did not work'}</strong>
      <p>{notice.message}</p>
    </>
  )
}

function focusBox(box: HTMLElement | null): void {
  box?.focus()
}
