import { LockKeyhole } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Country } from '#domain/country.ts'
import type { Profile } from '#features/accounts/wire.ts'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import type { About } from './about.ts'
import { type Taker, useCardStep } from './card-step.tsx'
import { type CheckoutSession, chosenOption, detailsOf, isCovered, type State, typed } from './checkout-session.ts'
import { CodeFields } from './codes.tsx'
import { Consent } from './consent.tsx'
import { DetailsFields } from './details-fields.tsx'
import type { Details } from './enrolment.ts'
import { faultOf, faultsOf } from './faults.ts'
import styles from './form.module.css'
import { HowMuch } from './how-much.tsx'
import { NoticeBox } from './later.ts'
import { friendFault, friendFaults, nameOf } from './party.ts'
import { PartyList } from './party-list.tsx'
import { prepareToPay, submit } from './pay-later.ts'

type Props = {
  checkoutSession: CheckoutSession
  state: State
  profile: Profile | null
  about: About
  isHidden: boolean
  taker: Taker
  country: Country | null
  onCountry: (country: Country) => void
  onLogOut: () => void
}

export function CheckoutForm({ checkoutSession, state, profile, about, isHidden, taker, ...part }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [consent, setConsent] = useState({ terms: false, marketing: false })
  const details = detailsOf(state.enrolment)
  const { friends, seats } = state.enrolment
  const option = chosenOption(state)
  const covered = isCovered(state)
  const isBalance = state.purpose === 'balance'
  const card = useCardStep(taker, option?.dueNow)
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

  function change(next: Details) {
    typed(checkoutSession, next)
    for (const name of Object.keys(next) as (keyof Details)[])
      if (faults[name]) setFault(name, faultOf(name, next[name].trim()))
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    const found = isBalance
      ? {}
      : {
          ...faultsOf(details, state.isSignedIn),
          ...friendFaults(friends, details.email),
          ...(!consent.terms && { terms: 'Please agree to the enrolment terms.' }),
        }
    setFaults(found)
    const read = covered ? { card: null } : await card.read()
    if (Object.keys(found).length > 0 || !read) return focusFirstFault()
    await submit(checkoutSession, { ...details, ...consent }, read.card)
  }

  return (
    <form ref={form} className={styles.form} hidden={isHidden} noValidate onFocus={prepareToPay} onSubmit={pay}>
      <Suspense>
        {state.notice && <NoticeBox notice={state.notice} currency={state.quote.currency} place={about.place} />}
      </Suspense>
      {!isBalance && (
        <>
          <section className={styles.step} aria-labelledby="your-details">
            <h2 id="your-details">Your details</h2>
            <DetailsFields
              details={details}
              faults={faults}
              profile={profile}
              onType={change}
              onLeave={(name) => details[name] !== '' && setFault(name, faultOf(name, details[name].trim()))}
              {...part}
            />
          </section>
          <PartyList
            checkoutSession={checkoutSession}
            state={state}
            about={about}
            faults={faults}
            onLeave={(at) => setFault(nameOf(at), friendFault(friends, at, details.email))}
          />
          <HowMuch checkoutSession={checkoutSession} state={state} about={about} />
          <CodeFields checkoutSession={checkoutSession} state={state} />
        </>
      )}
      <section className={styles.step} aria-labelledby="how-to-pay">
        <h2 id="how-to-pay">{covered ? 'No card needed today' : 'How to pay'}</h2>
        {covered ? <p>Your gift card covers today’s payment.</p> : card.form}
      </section>
      <div className={styles.payBlock}>
        {!isBalance && <Consent consent={consent} onConsent={setConsent} fault={faults.terms} about={about} />}
        <Button type="submit" look="course" size="tall" wide aria-busy={state.isBusy || state.isAsking}>
          <LockKeyhole size={20} /> <PayWord {...{ covered, seats, isBusy: state.isBusy, place: about.place }} />{' '}
          {!covered && option && <Money {...option.dueNow} exact />}
        </Button>
        <p className={styles.note}>
          You’ll only be charged once. If the price or availability changes, we’ll ask you first.
        </p>
      </div>
    </form>
  )
}

function PayWord({
  covered,
  seats,
  isBusy,
  place,
}: {
  covered: boolean
  seats: number
  isBusy: boolean
  place: string
}) {
  if (!covered) return isBusy ? 'Paying' : 'Pay'
  const what = seats === 1 ? `your ${place}` : `${seats} ${place}s`
  return `${isBusy ? 'Booking' : 'Book'} ${what}`
}
