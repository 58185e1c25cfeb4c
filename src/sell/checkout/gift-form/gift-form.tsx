import { LockKeyhole } from 'lucide-react'
import { type SubmitEvent, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { toWire } from '#domain/money/money.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { Button } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { Money } from '#ui/money.tsx'
import { type CardProvider, useCardStep } from '../card/card-step.tsx'
import { getDetailFault, listDetailFaults } from '../form/detail-faults.ts'
import styles from '../form/form.module.css'
import { HowToPay } from '../form/how-to-pay.tsx'
import { changeChoice, getPayMethod } from '../form/pay-choice.ts'
import {
  type CheckoutSession,
  type CheckoutState,
  changeCheckoutInput,
  getSelectedOption,
  pickDetails,
} from '../session/checkout-session.ts'
import type { ContactDetails, GiftInput } from '../session/enrolment.ts'
import { changeGift, EMPTY_GIFT, listGiftFaults, parseGiftAmount } from '../session/gift.ts'
import { NoticeBox } from '../session/lazy-parts.ts'
import { prepareToPay, submitPaymentLazily } from '../session/payment/lazy-pay.ts'
import { GiftAmount } from './gift-amount.tsx'
import { BuyerFields, GiftFields } from './gift-fields.tsx'
import { GiftTerms } from './gift-terms.tsx'

type Props = {
  checkoutSession: CheckoutSession
  state: CheckoutState
  profile: Profile | null
  isHidden: boolean
  cardProvider: CardProvider
  takesCards: boolean
  takesPaypal: boolean
  onLogOut: () => void
}

export function GiftForm({
  checkoutSession,
  state,
  profile,
  isHidden,
  cardProvider,
  takesCards,
  takesPaypal,
  onLogOut,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [terms, setTerms] = useState(false)
  const [choice, onChoose] = useReducer(changeChoice, { method: checkoutSession.method, reusableCard: null })
  const method = getPayMethod(choice, takesPaypal, takesCards)
  const details = { ...pickDetails(state.enrolment), phoneNumber: '' }
  const gift = state.enrolment.gift ?? EMPTY_GIFT
  const amount = parseGiftAmount(gift.amount)
  const card = useCardStep(cardProvider, getSelectedOption(state)?.dueNow)
  const focusFirstFault = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  useEffect(() => {
    setFaults(state.fields)
    if (Object.keys(state.fields).length > 0)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }, [state.fields])

  function setFault(name: string, fault: string | undefined) {
    setFaults(({ [name]: _before, ...others }) => (fault ? { ...others, [name]: fault } : others))
  }

  function changeGiftField(name: string, change: Partial<GiftInput>) {
    changeGift(checkoutSession, change)
    if (faults[name]) setFault(name, listGiftFaults({ ...gift, ...change }, new Date())[name])
  }

  function changeDetail(name: 'email' | 'name', text: string) {
    changeCheckoutInput(checkoutSession, { [name]: text } satisfies Partial<ContactDetails>)
    if (faults[name]) setFault(name, getDetailFault(name, text.trim()) ?? undefined)
  }

  async function pay(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const faultsFound = {
      ...listGiftFaults(gift, new Date()),
      ...listDetailFaults(details, state.isSignedIn),
      ...(!terms && { terms: 'Please agree to the terms.' }),
    }
    setFaults(faultsFound)
    const cardResult = method === 'paypal' ? { card: null } : await card.read()
    if (Object.keys(faultsFound).length > 0 || !cardResult) return focusFirstFault()
    await submitPaymentLazily(
      checkoutSession,
      { ...details, terms, marketing: false },
      cardResult.card,
      method === 'paypal' ? method : 'card',
    )
  }

  return (
    <form ref={form} className={styles.form} hidden={isHidden} noValidate onFocus={prepareToPay} onSubmit={pay}>
      <GiftAmount
        amount={gift.amount}
        fault={faults.amount}
        onType={(text) => changeGiftField('amount', { amount: text })}
      />
      <section className={styles.step} aria-labelledby="for-whom">
        <h2 id="for-whom">Who is it for</h2>
        <GiftFields
          gift={gift}
          faults={faults}
          onType={changeGiftField}
          onLeave={(name) => setFault(name, listGiftFaults(gift, new Date())[name])}
        />
      </section>
      <section className={styles.step} aria-labelledby="from-you">
        <h2 id="from-you">From you</h2>
        <BuyerFields
          details={details}
          profile={profile}
          faults={faults}
          onType={changeDetail}
          onLeave={(name) => details[name] && setFault(name, getDetailFault(name, details[name].trim()) ?? undefined)}
          onLogOut={onLogOut}
        />
      </section>
      <HowToPay
        notice={
          state.notice && (
            <Suspense>
              <NoticeBox notice={state.notice} currency={state.quote.currency} noun="gift" />
            </Suspense>
          )
        }
        choice={{ ...choice, method }}
        onChoose={onChoose}
        hasCard={takesCards}
        hasPaypal={takesPaypal}
        cardForm={card.form}
      />
      <div className={styles.payBlock}>
        <GiftTerms isAgreed={terms} onAgree={setTerms} fault={faults.terms} />
        <Button type="submit" look="course" size="tall" wide aria-busy={state.isBusy}>
          <LockKeyhole size={20} /> {state.isBusy ? 'Paying' : 'Pay'} {method === 'paypal' && 'with PayPal '}
          {amount && <Money {...toWire(amount)} exact />}
        </Button>
        <p className={styles.note}>
          {amount && <Estimate {...toWire(amount)} form="charge" />}
          You’ll only be charged once. Nothing is sent before it is paid.
        </p>
      </div>
    </form>
  )
}
