import { LockKeyhole } from 'lucide-react'
import { type SubmitEvent, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import type { Country } from '#domain/country.ts'
import { toRuleKey } from '#domain/orders/refund-policy.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { Button } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { Money } from '#ui/money.tsx'
import { type CardProvider, useCardStep } from '../card/card-step.tsx'
import {
  type CheckoutSession,
  type CheckoutState,
  changeCheckoutInput,
  getSelectedOption,
  isCoveredByTender,
  pickDetails,
  type QuoteOption,
} from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import type { ContactDetails } from '../session/enrolment.ts'
import { getFriendFault, getFriendFieldName, listFriendFaults } from '../session/group.ts'
import { NoticeBox, SaveCheckout } from '../session/lazy-parts.ts'
import { prepareToPay, submitPaymentLazily } from '../session/payment/lazy-pay.ts'
import { CodeFields } from './code-fields.tsx'
import { Consent, type ConsentInput } from './consent.tsx'
import { getDetailFault, listDetailFaults } from './detail-faults.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './form.module.css'
import { GroupFields } from './group-fields.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { changeChoice, getPayMethod, type PayMethod } from './pay-choice.ts'
import { PaymentTypeFields } from './payment-type-fields.tsx'

type Props = {
  checkoutSession: CheckoutSession
  state: CheckoutState
  profile: Profile | null
  courseSummary: CourseSummary
  isHidden: boolean
  cardProvider: CardProvider
  takesCards: boolean
  takesPaypal: boolean
  country: Country | null
  onCountry: (country: Country) => void
  onLogOut: () => void
}

export function CheckoutForm({
  checkoutSession,
  state,
  profile,
  courseSummary,
  isHidden,
  cardProvider,
  takesCards,
  takesPaypal,
  ...detailsProps
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [consent, setConsent] = useState<ConsentInput>({ terms: false, marketing: false })
  const rule = state.quote && toRuleKey(state.quote.refund)
  const agreedRule = useRef(rule)
  // Who agreed to another refund rule has not agreed to this one.
  useEffect(() => {
    if (agreedRule.current && rule && agreedRule.current !== rule) setConsent((latest) => ({ ...latest, terms: false }))
    agreedRule.current = rule
  }, [rule])
  const [choice, onChoose] = useReducer(changeChoice, {
    method: checkoutSession.method === 'paypal' ? 'paypal' : null,
    reusableCard: null,
  })
  const details = pickDetails(state.enrolment)
  const { friends, seats } = state.enrolment
  const option = getSelectedOption(state)
  const isCovered = isCoveredByTender(state)
  const isBalance = state.purpose === 'balance'
  const balance = isCovered ? undefined : option?.dueLater[0]
  const card = useCardStep(cardProvider, option?.dueNow)
  const canKeep = state.isSignedIn && state.purpose === 'purchase' && !isCovered
  const hasPaypal = takesPaypal && !isCovered && (isBalance || option?.paymentType === 'full')
  const hasCard = takesCards || !hasPaypal
  const method = getPayMethod(choice, hasPaypal, hasCard)

  useEffect(() => {
    setFaults(state.fields)
    if (Object.keys(state.fields).length > 0) focusFirstFault(form.current)
  }, [state.fields])

  function setFault(name: string, fault: string | null) {
    setFaults(({ [name]: _before, ...others }) => (fault ? { ...others, [name]: fault } : others))
  }

  const notice = state.notice && (
    <Suspense>
      <NoticeBox
        notice={state.notice}
        currency={state.quote.currency}
        noun={courseSummary.noun}
        seats={state.quote.seats}
      />
    </Suspense>
  )
  const isAboutSeats = state.notice?.is === 'few' || state.notice?.is === 'expired'
  const keepCard = (isChecked: boolean) => setConsent({ ...consent, keepCard: isChecked })

  async function pay(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const faultsFound = isBalance
      ? {}
      : {
          ...listDetailFaults(details, state.isSignedIn),
          ...listFriendFaults(friends, details.email),
          ...(!consent.terms && { terms: 'Please agree to the enrolment terms.' }),
        }
    setFaults(faultsFound)
    const cardResult = isCovered || method !== 'card' ? { card: null } : await card.read()
    if (Object.keys(faultsFound).length > 0 || !cardResult) return focusFirstFault(form.current)
    const reusableCardId = method === 'reusable-card' ? choice.reusableCard?.reusableCardId : undefined
    const input = { ...details, ...consent, reusableCardId }
    await submitPaymentLazily(checkoutSession, input, cardResult.card, method === 'paypal' ? method : 'card')
  }

  return (
    <form ref={form} className={styles.form} hidden={isHidden} noValidate onFocus={prepareToPay} onSubmit={pay}>
      {isAboutSeats && notice}
      {!isBalance && (
        <OrderFields
          checkoutSession={checkoutSession}
          state={state}
          courseSummary={courseSummary}
          profile={profile}
          faults={faults}
          onFault={setFault}
          {...detailsProps}
        />
      )}
      <HowToPay
        notice={!isAboutSeats && notice}
        choice={{ ...choice, method }}
        cardForm={card.form}
        keeping={canKeep ? { notice: state.notice, isChecked: consent.keepCard, onCheck: keepCard } : null}
        onChoose={onChoose}
        hasCard={hasCard}
        hasPaypal={hasPaypal}
        coveredBy={isCovered && option ? nameTender(option) : null}
        isBalance={isBalance}
        isWithoutPaypal={takesPaypal && !hasPaypal}
      />
      <div className={styles.payBlock}>
        {!isBalance && (
          <Consent
            consent={consent}
            courseSummary={courseSummary}
            refund={state.quote?.refund}
            balance={balance}
            onConsent={setConsent}
            fault={faults.terms}
          />
        )}
        <Button type="submit" look="course" size="tall" wide aria-busy={state.isBusy || state.isQuoting}>
          <LockKeyhole size={20} />{' '}
          <PayLabel
            isCovered={isCovered}
            method={method}
            seats={seats}
            isBusy={state.isBusy}
            noun={courseSummary.noun}
          />{' '}
          {!isCovered && option && <Money {...option.dueNow} exact />}
        </Button>
        <p className={styles.note}>
          {!isCovered && option && <Estimate {...option.dueNow} form="charge" />}
          {isCovered ? 'Nothing is charged today.' : 'You’ll only be charged once.'}
          {!isBalance && ' If the price or availability changes, we’ll ask you first.'}
        </p>
      </div>
    </form>
  )
}

function nameTender({ giftCardApplied, creditApplied }: QuoteOption): string {
  const hasCredit = Number(creditApplied.amount) > 0
  if (Number(giftCardApplied.amount) > 0) return hasCredit ? 'gift card and credit cover' : 'gift card covers'
  return 'credit covers'
}

type OrderFieldsProps = Omit<Props, 'isHidden' | 'cardProvider' | 'takesCards' | 'takesPaypal'> & {
  faults: Record<string, string>
  onFault: (name: string, fault: string | null) => void
}

/** The buyer, the friends, and what changes the price. */
function OrderFields({
  checkoutSession,
  state,
  profile,
  courseSummary,
  faults,
  onFault,
  ...detailsProps
}: OrderFieldsProps) {
  const details = pickDetails(state.enrolment)
  const shared = { checkoutSession, state, courseSummary }

  function changeDetails(next: ContactDetails) {
    changeCheckoutInput(checkoutSession, next)
    for (const name of Object.keys(next) as (keyof ContactDetails)[])
      if (faults[name]) onFault(name, getDetailFault(name, next[name].trim()))
  }

  return (
    <>
      <section className={styles.step} aria-labelledby="your-details">
        <h2 id="your-details">Your details</h2>
        <DetailsFields
          details={details}
          faults={faults}
          profile={profile}
          isLive={courseSummary.isLive}
          onType={changeDetails}
          onLeave={(name) => details[name] !== '' && onFault(name, getDetailFault(name, details[name].trim()))}
          {...detailsProps}
        />
      </section>
      <GroupFields
        {...shared}
        faults={faults}
        onLeave={(at) => onFault(getFriendFieldName(at), getFriendFault(state.enrolment.friends, at, details.email))}
      />
      {details.email && (
        <div className={styles.saving}>
          <Suspense>
            <SaveCheckout checkoutSession={checkoutSession} state={state} />
          </Suspense>
        </div>
      )}
      <PaymentTypeFields {...shared} />
      <CodeFields checkoutSession={checkoutSession} state={state} />
    </>
  )
}

function focusFirstFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

function PayLabel({
  isCovered,
  method,
  seats,
  isBusy,
  noun,
}: {
  isCovered: boolean
  method: PayMethod
  seats: number
  isBusy: boolean
  noun: string
}) {
  if (!isCovered) return `${isBusy ? 'Paying' : 'Pay'}${method === 'paypal' ? ' with PayPal' : ''}`
  const nounPhrase = seats === 1 ? `your ${noun}` : `${seats} ${noun}s`
  return `${isBusy ? 'Booking' : 'Book'} ${nounPhrase}`
}
