import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import {
  type CheckoutSession,
  type CheckoutState,
  changeCheckoutInput,
  getSelectedOption,
  type QuoteOption,
} from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import form from './form.module.css'
import styles from './payment-type-fields.module.css'

type Props = { checkoutSession: CheckoutSession; state: CheckoutState; courseSummary: CourseSummary }

export function PaymentTypeFields({ checkoutSession, state, courseSummary }: Props) {
  const { options } = state.quote
  const selectedOption = getSelectedOption(state)
  const dueAt = options.flatMap(({ dueLater }) => dueLater)[0]?.dueAt
  const isNothingDue = options.every(({ dueNow, dueLater }) => Number(dueNow.amount) === 0 && dueLater.length === 0)
  if (options.length < 2 || !selectedOption || isNothingDue) return null
  return (
    <fieldset className={`${form.step} ${styles.howMuch}`}>
      <legend>How much today</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <PaymentTypeChoice
            key={option.paymentType}
            option={option}
            isChosen={option === selectedOption}
            courseSummary={courseSummary}
            seats={state.enrolment.seats}
            dueAt={dueAt}
            onChoose={() => changeCheckoutInput(checkoutSession, { paymentType: option.paymentType })}
          />
        ))}
      </div>
    </fieldset>
  )
}

type ChoiceProps = {
  option: QuoteOption
  isChosen: boolean
  courseSummary: CourseSummary
  seats: number
  dueAt: string | undefined
  onChoose: () => void
}

function PaymentTypeChoice({ option, isChosen, courseSummary, seats, dueAt, onChoose }: ChoiceProps) {
  const { paymentType, dueNow, dueLater } = option
  const id = `pay-${paymentType}`
  const isFull = paymentType === 'full'
  return (
    <div className={styles.choice}>
      <input
        type="radio"
        id={id}
        name="paymentType"
        value={paymentType}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={`${id}-terms`}
      />
      <label htmlFor={id}>{isFull ? 'Pay in full' : 'Pay a deposit'}</label>
      <p className={styles.amount}>
        <Money {...dueNow} exact /> {!isFull && <small>today</small>}
      </p>
      <p id={`${id}-terms`}>
        {isFull ? formatPaidInFull(seats, courseSummary.noun) : formatLateWarning(seats, courseSummary.noun)}
      </p>
      <dl className={styles.schedule}>
        <div>
          <dt>Today</dt>
          <dd>
            <Money {...dueNow} exact />
            <Estimate {...dueNow} form="below" />
          </dd>
        </div>
        {dueLater.map(({ dueAt: at, amount }) => (
          <div key={at}>
            <dt>
              <When at={at} zone={courseSummary.classZone} form="day" />
            </dt>
            <dd>
              <Money {...amount} exact />
              <Estimate {...amount} form="below" />
            </dd>
          </div>
        ))}
        {dueLater.length === 0 && dueAt && (
          <div>
            <dt>
              <When at={dueAt} zone={courseSummary.classZone} form="day" />
            </dt>
            <dd>Nothing</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function formatPaidInFull(seats: number, noun: string): string {
  const subject = seats === 1 ? `Your ${noun} is` : `${seats === 2 ? 'Both' : `All ${seats}`} ${noun}s are`
  return `${subject} paid. Nothing more to pay.`
}

function formatLateWarning(seats: number, noun: string): string {
  const subject = seats === 1 ? `your ${noun}` : `${seats === 2 ? 'both' : `all ${seats}`} ${noun}s`
  return `If the balance is late, we’ll send three reminders, then pause access to ${subject}.`
}
