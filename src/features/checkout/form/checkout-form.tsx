import { LockKeyhole } from 'lucide-react'
import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Country } from '#domain/country.ts'
import type { Profile } from '#features/accounts/wire.ts'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import {
  type CheckoutSession,
  type CheckoutState,
  changeCheckoutInput,
  getSelectedOption,
  isCoveredByTender,
  pickDetails,
  type QuoteOption,
} from '../browser/checkout-session.ts'
import type { CourseSummary } from '../browser/course-summary.ts'
import type { ContactDetails } from '../browser/enrolment.ts'
import { getFriendFault, getFriendFieldName, listFriendFaults } from '../browser/group.ts'
import { NoticeBox, SaveCheckout } from '../browser/lazy-parts.ts'
import { prepareToPay, submitPaymentLazily } from '../browser/payment/lazy-pay.ts'
import { type CardProvider, useCardStep } from '../card/card-step.tsx'
import { CodeFields } from './code-fields.tsx'
import { Consent, type ConsentInput } from './consent.tsx'
import { getDetailFault, listDetailFaults } from './detail-faults.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './form.module.css'
import { GroupFields } from './group-fields.tsx'
import { PaymentTypeFields } from './payment-type-fields.tsx'
import { isByPaypal, PaypalButton } from './paypal-button.tsx'

type Props = {
  checkoutSession: CheckoutSession
  state: CheckoutState
  profile: Profile | null
  courseSummary: CourseSummary
  isHidden: boolean
  cardProvider: CardProvider
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
  takesPaypal,
  ...detailsProps
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [consent, setConsent] = useState<ConsentInput>({ terms: false, marketing: false })
  const details = pickDetails(state.enrolment)
  const { friends, seats } = state.enrolment
  const option = getSelectedOption(state)
  const isCovered = isCoveredByTender(state)
  const isBalance = state.purpose === 'balance'
  const balance = isCovered ? undefined : option?.dueLater[0]
  const card = useCardStep(cardProvider, option?.dueNow)
  const hasPaypal = takesPaypal && !isCovered && (isBalance || option?.paymentType === 'full')
  const focusFirstFault = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  useEffect(() => {
    setFaults(state.fields)
    if (Object.keys(state.fields).length > 0)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }, [state.fields])

  function setFault(name: string, fault: string | null) {
    setFaults(({ [name]: _before, ...others }) => (fault ? { ...others, [name]: fault } : others))
  }

  function changeDetails(next: ContactDetails) {
    changeCheckoutInput(checkoutSession, next)
    for (const name of Object.keys(next) as (keyof ContactDetails)[])
      if (faults[name]) setFault(name, getDetailFault(name, next[name].trim()))
  }

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
    const method = isByPaypal(event) ? 'paypal' : 'card'
    const cardResult = isCovered || method === 'paypal' ? { card: null } : await card.read()
    if (Object.keys(faultsFound).length > 0 || !cardResult) return focusFirstFault()
    await submitPaymentLazily(checkoutSession, { ...details, ...consent }, cardResult.card, method)
  }

  return (
    <form ref={form} className={styles.form} hidden={isHidden} noValidate onFocus={prepareToPay} onSubmit={pay}>
      <Suspense>
        {state.notice && <NoticeBox notice={state.notice} currency={state.quote.currency} noun={courseSummary.noun} />}
      </Suspense>
      {!isBalance && (
        <>
          <section className={styles.step} aria-labelledby="your-details">
            <h2 id="your-details">Your details</h2>
            <DetailsFields
              details={details}
              faults={faults}
              profile={profile}
              onType={changeDetails}
              onLeave={(name) => details[name] !== '' && setFault(name, getDetailFault(name, details[name].trim()))}
              {...detailsProps}
            />
          </section>
          <GroupFields
            checkoutSession={checkoutSession}
            state={state}
            courseSummary={courseSummary}
            faults={faults}
            onLeave={(at) => setFault(getFriendFieldName(at), getFriendFault(friends, at, details.email))}
          />
          {details.email && (
            <div className={styles.saving}>
              <Suspense>
                <SaveCheckout checkoutSession={checkoutSession} state={state} />
              </Suspense>
            </div>
          )}
          <PaymentTypeFields checkoutSession={checkoutSession} state={state} courseSummary={courseSummary} />
          <CodeFields checkoutSession={checkoutSession} state={state} />
        </>
      )}
      <section className={styles.step} aria-labelledby="how-to-pay">
        <h2 id="how-to-pay">{isCovered ? 'No card needed today' : 'How to pay'}</h2>
        {isCovered ? <p>{getCoveringTender(option)} today’s payment.</p> : card.form}
      </section>
      <div className={styles.payBlock}>
        {!isBalance && <Consent {...{ consent, courseSummary, balance }} onConsent={setConsent} fault={faults.terms} />}
        <Button type="submit" look="course" size="tall" wide aria-busy={state.isBusy || state.isQuoting}>
          <LockKeyhole size={20} />{' '}
          <PayLabel {...{ isCovered, seats, isBusy: state.isBusy, noun: courseSummary.noun }} />{' '}
          {!isCovered && option && <Money {...option.dueNow} exact />}
        </Button>
        {hasPaypal && <PaypalButton isBusy={state.isBusy || state.isQuoting} />}
        <p className={styles.note}>
          You’ll only be charged once. If the price or availability changes, we’ll ask you first.
        </p>
      </div>
    </form>
  )
}

function getCoveringTender(option: QuoteOption | undefined): string {
  const [giftCard, credit] = [Number(option?.giftCardApplied.amount) > 0, Number(option?.creditApplied.amount) > 0]
  if (giftCard && credit) return 'Your gift card and your credit cover'
  return giftCard ? 'Your gift card covers' : 'Your credit covers'
}

function PayLabel({
  isCovered,
  seats,
  isBusy,
  noun,
}: {
  isCovered: boolean
  seats: number
  isBusy: boolean
  noun: string
}) {
  if (!isCovered) return isBusy ? 'Paying' : 'Pay'
  const nounPhrase = seats === 1 ? `your ${noun}` : `${seats} ${noun}s`
  return `${isBusy ? 'Booking' : 'Book'} ${nounPhrase}`
}
