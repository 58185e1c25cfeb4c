import { Hourglass, ShieldQuestion, Undo2, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from '#people/app-shell/status-card.module.css'
import { StatusCard, StatusCardFooter } from '#people/app-shell/status-card.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { Money } from '#ui/money.tsx'
import type { PurchaseNoun } from '../session/course-summary.ts'
import type { PaymentFailure } from '../session/payment/payment-steps.ts'

type Amount = { amount: string; currency: string }

export function WaitingCard({
  isConnectionLost,
  isPlacementLost = false,
  noun,
  seats = 1,
  email,
  amount,
  onCheck,
}: {
  isConnectionLost: boolean
  isPlacementLost?: boolean
  noun: PurchaseNoun
  seats?: number
  email: string
  amount: Amount | undefined
  onCheck: () => void
}) {
  const seconds = useElapsedSeconds()
  return (
    <StatusCard
      tone="info"
      status="pending"
      icon={isConnectionLost ? <WifiOff size={22} /> : <Hourglass size={22} />}
      title={isConnectionLost ? 'We are checking with your bank' : 'Waiting for your bank'}
      lead={
        isConnectionLost
          ? `We lost the connection, so we’re checking again. ${isPlacementLost ? 'We don’t know yet whether your saved card was charged. ' : ''}Please do not pay again: you can only be charged once.`
          : `Please do not pay again. You can only be charged once${noun === 'gift' ? '' : `, and your ${seats === 1 ? `${noun} stays` : `${noun}s stay`} held while we wait`}.`
      }
    >
      <div role="status">
        <ol className={styles.tracker}>
          {!isPlacementLost && (
            <>
              <li className={styles.done}>
                Order placed{noun !== 'gift' && `, ${seats === 1 ? noun : `${noun}s`} held`}
              </li>
              <li className={styles.done}>Sent to your bank</li>
            </>
          )}
          <li className={styles.now}>
            {isPlacementLost ? 'We are asking about the payment of' : 'The bank is checking'}{' '}
            {amount && (
              <>
                <Money {...amount} exact />
                <Estimate {...amount} />{' '}
              </>
            )}
            <small className={styles.since} aria-hidden="true">
              {seconds} s, usually under 2 min
            </small>
          </li>
          <li>{noun === 'gift' ? 'Receipt, and the gift e-mail on its day' : 'Receipt, and access to your course'}</li>
        </ol>
      </div>
      <StatusCardFooter>
        <p className={styles.note}>
          You may close this page. We’ll e-mail {email ? email : 'you'} as soon as the payment has gone through.
        </p>
        <Button look="quiet" onClick={onCheck}>
          Check now
        </Button>
      </StatusCardFooter>
    </StatusCard>
  )
}

export function ChallengeCard({
  amount,
  isBusy,
  onAnswer,
}: {
  amount: Amount | undefined
  isBusy: boolean
  onAnswer: (challenge: 'accept' | 'refuse') => void
}) {
  return (
    <StatusCard
      tone="info"
      icon={<ShieldQuestion size={22} />}
      title="Your bank asks: is this you?"
      lead={
        <>
          In the sandbox, this stands in for your bank. Nothing is charged until you say yes
          {amount && ' to '}
          {amount && <Money {...amount} exact />}
          {amount && <Estimate {...amount} />}.
        </>
      }
    >
      <StatusCardFooter>
        <Button look="course" size="tall" aria-busy={isBusy} onClick={() => onAnswer('accept')}>
          Yes, pay {amount && <Money {...amount} exact />}
        </Button>
        <Button look="quiet" size="tall" onClick={() => onAnswer('refuse')}>
          No, stop the payment
        </Button>
      </StatusCardFooter>
    </StatusCard>
  )
}

type BankChallengeProps = { amount: Amount | undefined; noun: PurchaseNoun; seats?: number; bankUrl: string }

export function BankChallengeCard({ amount, noun, seats = 1, bankUrl }: BankChallengeProps) {
  return (
    <StatusCard
      tone="info"
      status="pending"
      icon={<ShieldQuestion size={22} />}
      title="Your bank asks: is this you?"
      lead={
        <>
          Your bank needs your confirmation{amount && ' to pay '}
          {amount && <Money {...amount} exact />}
          {amount && <Estimate {...amount} />}. Nothing is charged until you confirm
          {noun !== 'gift' && `, and your ${formatHeld(noun, seats)} held meanwhile`}.
        </>
      }
    >
      <StatusCardFooter>
        <ButtonLink href={bankUrl} size="tall">
          Answer your bank
        </ButtonLink>
      </StatusCardFooter>
    </StatusCard>
  )
}

/** `seat is`, `seats are`. */
export const formatHeld = (noun: PurchaseNoun, seats: number): string => (seats === 1 ? `${noun} is` : `${noun}s are`)

/** Heading and reason for each refund. */
const REFUND_TEXTS: Record<string, [string, string]> = {
  SOLD_OUT_REFUNDED: [
    'The last seat was taken while you paid',
    'Someone else paid a moment earlier, and we never sell a seat twice.',
  ],
  ALREADY_ENROLLED_REFUNDED: ['You’re already enrolled', 'We never keep a second payment for the same course.'],
}

export function RefundedCard({ failure, courseUrl }: { failure: PaymentFailure; courseUrl: string }) {
  const isEnrolled = failure === 'ALREADY_ENROLLED_REFUNDED'
  const [title, reason] = REFUND_TEXTS[failure] ?? ['The payment came too late', 'This order was already closed.']
  return (
    <StatusCard
      tone="warn"
      status="failed"
      icon={<Undo2 size={22} />}
      title={title}
      lead={`Your payment is being refunded in full. ${reason}`}
    >
      <StatusCardFooter>
        {isEnrolled ? (
          <ButtonLink href="/portal">Open the portal</ButtonLink>
        ) : (
          <ButtonLink href={courseUrl} look="quiet">
            See other dates
          </ButtonLink>
        )}
      </StatusCardFooter>
    </StatusCard>
  )
}

export function RefundedGiftCard() {
  return (
    <StatusCard
      tone="warn"
      status="failed"
      icon={<Undo2 size={22} />}
      title="The payment came too late"
      lead="This order was already closed. Your payment is being refunded in full, and no gift card is sent."
    >
      <StatusCardFooter>
        <ButtonLink href="/gift-card/buy">Start again</ButtonLink>
      </StatusCardFooter>
    </StatusCard>
  )
}

function useElapsedSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
