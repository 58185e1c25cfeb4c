import { LockKeyhole } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { toWire } from '#domain/money.ts'
import type { Profile } from '#features/accounts/wire.ts'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { type Taker, useCardStep } from './card-step.tsx'
import { type CheckoutSession, chosenOption, detailsOf, type State, typed } from './checkout-session.ts'
import type { Details, Gift } from './enrolment.ts'
import { faultOf, faultsOf } from './faults.ts'
import styles from './form.module.css'
import { amountOf, giftFaults, giveGift, noGift } from './gift.ts'
import { GiftAmount } from './gift-amount.tsx'
import { GiftFields, GiverFields } from './gift-fields.tsx'
import { GiftTerms } from './gift-terms.tsx'
import { NoticeBox } from './later.ts'
import { prepareToPay, submit } from './pay-later.ts'

type Props = {
  checkoutSession: CheckoutSession
  state: State
  profile: Profile | null
  isHidden: boolean
  taker: Taker
  onLogOut: () => void
}

export function GiftForm({ checkoutSession, state, profile, isHidden, taker, onLogOut }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [terms, setTerms] = useState(false)
  const details = { ...detailsOf(state.enrolment), phoneNumber: '' }
  const gift = state.enrolment.gift ?? noGift
  const amount = amountOf(gift.amount)
  const card = useCardStep(taker, chosenOption(state)?.dueNow)
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

  function give(name: string, change: Partial<Gift>) {
    giveGift(checkoutSession, change)
    if (faults[name]) setFault(name, giftFaults({ ...gift, ...change }, new Date())[name])
  }

  function type(name: 'email' | 'name', text: string) {
    typed(checkoutSession, { [name]: text } satisfies Partial<Details>)
    if (faults[name]) setFault(name, faultOf(name, text.trim()) ?? undefined)
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    const found = {
      ...giftFaults(gift, new Date()),
      ...faultsOf(details, state.isSignedIn),
      ...(!terms && { terms: 'Please agree to the terms.' }),
    }
    setFaults(found)
    const read = await card.read()
    if (Object.keys(found).length > 0 || !read) return focusFirstFault()
    await submit(checkoutSession, { ...details, terms, marketing: false }, read.card)
  }

  return (
    <form ref={form} className={styles.form} hidden={isHidden} noValidate onFocus={prepareToPay} onSubmit={pay}>
      <Suspense>
        {state.notice && <NoticeBox notice={state.notice} currency={state.quote.currency} place="gift" />}
      </Suspense>
      <GiftAmount amount={gift.amount} fault={faults.amount} onType={(text) => give('amount', { amount: text })} />
      <section className={styles.step} aria-labelledby="for-whom">
        <h2 id="for-whom">Who is it for</h2>
        <GiftFields
          gift={gift}
          faults={faults}
          onType={give}
          onLeave={(name) => setFault(name, giftFaults(gift, new Date())[name])}
        />
      </section>
      <section className={styles.step} aria-labelledby="from-you">
        <h2 id="from-you">From you</h2>
        <GiverFields
          details={details}
          profile={profile}
          faults={faults}
          onType={type}
          onLeave={(name) => details[name] && setFault(name, faultOf(name, details[name].trim()) ?? undefined)}
          onLogOut={onLogOut}
        />
      </section>
      <section className={styles.step} aria-labelledby="how-to-pay">
        <h2 id="how-to-pay">How to pay</h2>
        {card.form}
      </section>
      <div className={styles.payBlock}>
        <GiftTerms isAgreed={terms} onAgree={setTerms} fault={faults.terms} />
        <Button type="submit" look="course" size="tall" wide aria-busy={state.isBusy}>
          <LockKeyhole size={20} /> {state.isBusy ? 'Paying' : 'Pay'} {amount && <Money {...toWire(amount)} exact />}
        </Button>
        <p className={styles.note}>You’ll only be charged once. Nothing is sent before it is paid.</p>
      </div>
    </form>
  )
}
