import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { About } from './about.ts'
import { type CheckoutSession, chosenOption, type Option, type State, typed } from './checkout-session.ts'
import form from './form.module.css'
import styles from './how-much.module.css'

type Props = { checkoutSession: CheckoutSession; state: State; about: About }

export function HowMuch({ checkoutSession, state, about }: Props) {
  const { options } = state.quote
  const chosen = chosenOption(state)
  const dueAt = options.flatMap(({ dueLater }) => dueLater)[0]?.dueAt
  const isAllTheSame = options.every(({ dueNow, dueLater }) => Number(dueNow.amount) === 0 && dueLater.length === 0)
  if (options.length < 2 || !chosen || isAllTheSame) return null
  return (
    <fieldset className={`${form.step} ${styles.howMuch}`}>
      <legend>How much today</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <Choice
            key={option.paymentType}
            option={option}
            isChosen={option === chosen}
            about={about}
            seats={state.enrolment.seats}
            dueAt={dueAt}
            onChoose={() => typed(checkoutSession, { paymentType: option.paymentType })}
          />
        ))}
      </div>
    </fieldset>
  )
}

type ChoiceProps = {
  option: Option
  isChosen: boolean
  about: About
  seats: number
  dueAt: string | undefined
  onChoose: () => void
}

function Choice({ option, isChosen, about, seats, dueAt, onChoose }: ChoiceProps) {
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
      <p id={`${id}-terms`}>{isFull ? settled(seats, about.place) : later(seats, about.place)}</p>
      <dl className={styles.schedule}>
        <div>
          <dt>Today</dt>
          <dd>
            <Money {...dueNow} exact />
          </dd>
        </div>
        {dueLater.map(({ dueAt: at, amount }) => (
          <div key={at}>
            <dt>
              <When at={at} zone={about.classZone} form="day" />
            </dt>
            <dd>
              <Money {...amount} exact />
            </dd>
          </div>
        ))}
        {dueLater.length === 0 && dueAt && (
          <div>
            <dt>
              <When at={dueAt} zone={about.classZone} form="day" />
            </dt>
            <dd>Nothing</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function settled(seats: number, place: string): string {
  const all = seats === 1 ? `Your ${place} is paid in full.` : `All ${seats} ${place}s are paid in full.`
  return `${all} Nothing more to pay.`
}

function later(seats: number, place: string): string {
  const paused = seats === 1 ? `your ${place}` : `all ${seats} ${place}s`
  return `If the balance is late, we’ll send three reminders, then pause access to ${paused}.`
}
