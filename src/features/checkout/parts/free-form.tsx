import { type FormEvent, useRef, useState } from 'react'
import type { Country } from '#domain/country.ts'
import type { Here } from '#features/accounts/wire/country.ts'
import type { Profile } from '#features/accounts/wire.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import type { About } from './about.ts'
import { openAttempts } from './attempt.ts'
import { detailsOf } from './checkout-session.ts'
import { Consent } from './consent.tsx'
import { DetailsFields } from './details-fields.tsx'
import { type AfterEnrolling, enrolHere } from './enrol-here.ts'
import type { Details, Enrolment } from './enrolment.ts'
import { faultOf, faultsOf } from './faults.ts'
import styles from './form.module.css'
import { hereZone } from './here.ts'

type Props = {
  enrolment: Enrolment
  profile: Profile | null
  here: Here | null
  about: About
  told: string | null
  onType: (details: Details) => void
  onLogOut: () => void
  onAnswer: (after: AfterEnrolling) => void
}

const HINTS = {
  email: 'The link that opens it comes here. No password needed today.',
  name: 'The name shown in your portal.',
}

export function FreeForm({ enrolment, profile, here, about, told, onType, onLogOut, onAnswer }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [attempts] = useState(() => openAttempts())
  const [country, setCountry] = useState<Country | null>(here)
  const [consent, setConsent] = useState({ terms: false, marketing: false })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const details = detailsOf(enrolment)

  function refuse(found: Record<string, string>) {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  function setFault(name: keyof Details, text: string) {
    const { [name]: _before, ...others } = faults
    const fault = faultOf(name, text.trim())
    setFaults(fault ? { ...others, [name]: fault } : others)
  }

  function change(next: Details) {
    onType(next)
    for (const name of Object.keys(next) as (keyof Details)[]) if (faults[name]) setFault(name, next[name])
  }

  async function take(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const found = {
      ...faultsOf(details, profile !== null),
      ...(!consent.terms && { terms: 'Please agree to the enrolment terms.' }),
    }
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    const place = {
      client: browserClient(),
      kept: { local: localStorage, session: sessionStorage },
      attempts,
      pause: (ms: number) => new Promise<void>((go) => setTimeout(go, ms)),
      timezoneId: hereZone(),
      countryCode: country?.countryCode ?? null,
    }
    const after = await enrolHere(place, enrolment, { ...details, ...consent }, profile !== null)
    setBusy(false)
    if (after.next === 'correct') refuse(after.fields)
    else onAnswer(after)
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={take}>
      {told && <Told>{told}</Told>}
      <section className={styles.step} aria-labelledby="your-details">
        <h2 id="your-details">Your details</h2>
        <DetailsFields
          details={details}
          faults={faults}
          profile={profile}
          country={country}
          onCountry={setCountry}
          onType={change}
          onLeave={(name) => details[name] !== '' && setFault(name, details[name])}
          onLogOut={onLogOut}
          hints={HINTS}
        />
      </section>
      <div className={styles.payBlock}>
        <Consent consent={consent} onConsent={setConsent} fault={faults.terms} about={about} isFree />
        <Button type="submit" look="course" size="tall" wide aria-busy={isBusy}>
          {isBusy ? 'Enrolling…' : 'Enrol free'}
        </Button>
        {!profile && <p className={styles.note}>One mail comes at once. Its button opens your {about.place}.</p>}
      </div>
    </form>
  )
}
