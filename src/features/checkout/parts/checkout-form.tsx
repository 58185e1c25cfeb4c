import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#features/accounts/button.tsx'
import type { Profile } from '#features/accounts/wire.ts'
import { Money } from '#ui/money.tsx'
import { type CardFaults, type CardTyped, readCard } from './card.ts'
import { CardForm } from './card-form.tsx'
import { DetailsFields, LearningHere } from './details-fields.tsx'
import type { Details } from './enrolment.ts'
import { faultOf, faultsOf } from './faults.ts'
import styles from './form.module.css'
import { NoticeBox } from './notice-box.tsx'
import { type Form, submit } from './pay.ts'
import { detailsOf, type Run, type State, typed } from './run.ts'

type Props = {
  run: Run
  state: State
  profile: Profile | null
  card: CardTyped
  onCard: (card: CardTyped) => void
  consent: Pick<Form, 'terms' | 'marketing'>
  onConsent: (consent: Pick<Form, 'terms' | 'marketing'>) => void
  teacher: string
  termsUrl: string
  onLoggedIn: (profile: Profile) => void
  onLogOut: () => void
}

export function CheckoutForm({ run, state, profile, card, onCard, consent, onConsent, teacher, termsUrl, onLoggedIn, onLogOut }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [cardFaults, setCardFaults] = useState<CardFaults>({})
  const details = detailsOf(state.enrolment)
  const due = state.quote.options[0]?.dueNow

  useEffect(() => setFaults(state.fields), [state.fields])
  useEffect(() => {
    if (Object.keys(faults).length + Object.keys(cardFaults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [state.fields])

  function check(name: keyof Details) {
    const fault = details[name] === '' && !faults[name] ? null : faultOf(name, details[name].trim())
    setFaults(({ [name]: _before, ...others }) => (fault ? { ...others, [name]: fault } : others))
  }

  function change(next: Details) {
    typed(run, next)
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name === 'terms' || faultOf(name as keyof Details, next[name as keyof Details].trim()))))
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    const found = { ...faultsOf(details, state.isSignedIn), ...(!consent.terms && { terms: 'Please agree to the enrolment terms.' }) }
    const read = readCard(card, new Date())
    setFaults(found)
    setCardFaults(read.faults ?? {})
    if (Object.keys(found).length > 0 || !read.card) return requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    await submit(run, { ...details, ...consent }, read.card)
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={pay}>
      {state.notice && <NoticeBox notice={state.notice} currency={state.quote.currency} />}
      <fieldset className={styles.step}>
        <legend>Your details</legend>
        <DetailsFields details={details} faults={faults} profile={profile} onType={change} onLeave={check} onLogOut={onLogOut} />
      </fieldset>
      <fieldset className={styles.step}>
        <legend>How to pay</legend>
        <CardForm typed={card} faults={cardFaults} onType={onCard} />
      </fieldset>
    </form>
  )
}
