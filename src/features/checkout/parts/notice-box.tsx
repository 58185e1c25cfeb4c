import { ArrowLeftRight, CircleAlert, CreditCard, Timer, UsersRound } from 'lucide-react'
import { Money } from '#ui/money.tsx'
import type { Place } from './about.ts'
import type { Notice } from './checkout-session.ts'
import styles from './notice-box.module.css'
import { refusalOf } from './outcomes.ts'

type Props = { notice: Notice; currency: string; place: Place }

export function NoticeBox({ notice, currency, place }: Props) {
  return (
    <div
      ref={focus}
      className={`${styles.box} ${notice.is === 'declined' ? styles.bad : styles.warn}`}
      role="alert"
      tabIndex={-1}
      data-notice={notice.is}
    >
      <Content notice={notice} currency={currency} place={place} />
    </div>
  )
}

function Content({ notice, currency, place }: Props) {
  if (notice.is === 'declined') {
    return (
      <>
        <CreditCard size={20} />
        <strong>{refusalOf(notice.failure)}</strong>
        <p>
          Nothing was charged. {place === 'gift' ? 'Everything' : `Your ${place} is still held, and everything`} you
          typed is here. Try another card, or the same one again.
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
          <Money amount={notice.after} currency={currency} exact />. Your card has not been touched. You decide.
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
          It was held for 15 minutes, so we looked again: <Money amount={notice.after} currency={currency} exact />.
          Nothing was charged yet. Press the button to pay.
        </p>
      </>
    )
  }
  if (notice.is === 'lapsed') {
    return (
      <>
        <Timer size={20} />
        <strong>Your hold ran out, and a {place} is still free</strong>
        <p>Nothing was charged. Press the button, and the {place} is held for you again.</p>
      </>
    )
  }
  if (notice.is === 'few') {
    return (
      <>
        <UsersRound size={20} />
        <strong>There are not that many seats left</strong>
        <p>
          {notice.left === null ? 'Your list is as it was.' : `${notice.left} are free in all, yours included.`} A group
          is never split, so nobody is left behind.
        </p>
      </>
    )
  }
  return (
    <>
      <CircleAlert size={20} />
      <strong>That did not work</strong>
      <p>{notice.message}</p>
    </>
  )
}

function focus(box: HTMLElement | null): void {
  box?.focus()
}
