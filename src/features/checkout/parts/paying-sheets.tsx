import { Hourglass, ShieldQuestion, Undo2, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import type { Place } from './about.ts'
import type { Failure } from './outcomes.ts'
import styles from './sheet.module.css'
import { Foot, Sheet } from './sheet.tsx'

type Amount = { amount: string; currency: string }

export function WaitingSheet({
  lost,
  place,
  email,
  amount,
  onCheck,
}: {
  lost: boolean
  place: Place
  email: string
  amount: Amount | undefined
  onCheck: () => void
}) {
  const seconds = useSeconds()
  return (
    <Sheet
      tone="info"
      status="pending"
      icon={lost ? <WifiOff size={22} /> : <Hourglass size={22} />}
      title={lost ? 'We are checking with your bank' : 'Waiting for your bank'}
      lead={
        lost
          ? 'The connection broke before the answer came, so we ask again. Please do not pay again: this order can be charged once only.'
          : `Please do not pay again. This order can be charged once only${place === 'gift' ? '' : `, and your ${place} stays held while we wait`}.`
      }
    >
      <div role="status">
        <ol className={styles.tracker}>
          <li className={styles.done}>Order placed{place !== 'gift' && `, ${place} held`}</li>
          <li className={styles.done}>Sent to your bank</li>
          <li className={styles.now}>
            The bank is checking{' '}
            {amount && (
              <>
                <Money {...amount} exact />{' '}
              </>
            )}
            <small className={styles.since} aria-hidden="true">
              {seconds} s, usually under 2 min
            </small>
          </li>
          <li>{place === 'gift' ? 'Receipt, and the mail with the gift on its day' : 'Receipt and joining links'}</li>
        </ol>
      </div>
      <Foot>
        <p className={styles.note}>
          You may close this page. {email ? `We write to ${email}` : 'We write to you'} as soon as we know, if the
          payment goes through.
        </p>
        <Button look="quiet" onClick={onCheck}>
          Check now
        </Button>
      </Foot>
    </Sheet>
  )
}

export function ChallengeSheet({
  amount,
  isBusy,
  onAnswer,
}: {
  amount: Amount | undefined
  isBusy: boolean
  onAnswer: (answer: 'accept' | 'refuse') => void
}) {
  return (
    <Sheet
      tone="info"
      icon={<ShieldQuestion size={22} />}
      title="Your bank asks: is this you?"
      lead="In the sandbox, this stands in for your bank. Nothing is charged until you say yes."
    >
      <Foot>
        <Button look="course" size="tall" aria-busy={isBusy} onClick={() => onAnswer('accept')}>
          Yes, pay {amount && <Money {...amount} exact />}
        </Button>
        <Button look="quiet" size="tall" onClick={() => onAnswer('refuse')}>
          No, stop the payment
        </Button>
      </Foot>
    </Sheet>
  )
}

type Asked = { amount: Amount | undefined; place: Place; bankUrl: string }

export function QuestionSheet({ amount, place, bankUrl }: Asked) {
  return (
    <Sheet
      tone="info"
      status="pending"
      icon={<ShieldQuestion size={22} />}
      title="Your bank asks: is this you?"
      lead={
        <>
          Your bank waits for your yes{amount && ' to '}
          {amount && <Money {...amount} exact />}. Nothing is charged until you give it
          {place !== 'gift' && `, and your ${place} is held meanwhile`}.
        </>
      }
    >
      <Foot>
        <ButtonLink href={bankUrl} size="tall">
          Answer your bank
        </ButtonLink>
      </Foot>
    </Sheet>
  )
}

/** The heading, and why the money goes back. */
const RETURNED: Record<string, [string, string]> = {
  SOLD_OUT_REFUNDED: [
    'The last seat went while you paid',
    'Somebody was quicker by a moment, and we never sell a seat twice.',
  ],
  ALREADY_ENROLLED_REFUNDED: [
    'You are enrolled in this already',
    'We never keep a second payment for the same course.',
  ],
}

export function ReturnedSheet({ failure, courseUrl }: { failure: Failure; courseUrl: string }) {
  const isEnrolled = failure === 'ALREADY_ENROLLED_REFUNDED'
  const [title, why] = RETURNED[failure] ?? ['The payment came too late', 'This order had ended already.']
  return (
    <Sheet
      tone="warn"
      status="failed"
      icon={<Undo2 size={22} />}
      title={title}
      lead={`All of your money is on its way back, the way it came. ${why}`}
    >
      <Foot>
        {isEnrolled ? (
          <ButtonLink href="/portal">Open the portal</ButtonLink>
        ) : (
          <ButtonLink href={courseUrl} look="quiet">
            See other dates
          </ButtonLink>
        )}
      </Foot>
    </Sheet>
  )
}

export function ReturnedGift() {
  return (
    <Sheet
      tone="warn"
      status="failed"
      icon={<Undo2 size={22} />}
      title="The payment came too late"
      lead="This order had ended already. All of your money is on its way back, the way it came, and no card is sent."
    >
      <Foot>
        <ButtonLink href="/gift-card/buy">Start again</ButtonLink>
      </Foot>
    </Sheet>
  )
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
