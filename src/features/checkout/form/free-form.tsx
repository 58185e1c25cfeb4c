import { type FormEvent, useRef, useState } from 'react'
import type { Country } from '#domain/country.ts'
import type { VisitorCountry } from '#features/accounts/wire/country.ts'
import type { Profile } from '#features/accounts/wire.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { pickDetails } from '../browser/checkout-session.ts'
import type { CourseSummary } from '../browser/course-summary.ts'
import type { ContactDetails, StoredEnrolment } from '../browser/enrolment.ts'
import { createIdempotencyKeys } from '../browser/idempotency-keys.ts'
import { type FreeEnrolmentResult, submitFreeEnrolment } from '../browser/submit-free-enrolment.ts'
import { getTimeZone } from '../browser/visitor-location.ts'
import { Consent } from './consent.tsx'
import { getDetailFault, listDetailFaults } from './detail-faults.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './form.module.css'

type Props = {
  enrolment: StoredEnrolment
  profile: Profile | null
  location: VisitorCountry | null
  courseSummary: CourseSummary
  message: string | null
  onType: (details: ContactDetails) => void
  onLogOut: () => void
  onResult: (result: FreeEnrolmentResult) => void
}

const HINTS = {
  email: 'We’ll send a link to confirm here. No password needed today.',
  name: 'The name shown in your portal.',
}

export function FreeForm({ enrolment, profile, location, courseSummary, message, onType, onLogOut, onResult }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [idempotencyKeys] = useState(() => createIdempotencyKeys())
  const [country, setCountry] = useState<Country | null>(location)
  const [consent, setConsent] = useState({ terms: false, marketing: false })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const details = pickDetails(enrolment)

  function showFaults(faultsFound: Record<string, string>) {
    setFaults(faultsFound)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  function setFault(name: keyof ContactDetails, text: string) {
    const { [name]: _before, ...others } = faults
    const fault = getDetailFault(name, text.trim())
    setFaults(fault ? { ...others, [name]: fault } : others)
  }

  function change(next: ContactDetails) {
    onType(next)
    for (const name of Object.keys(next) as (keyof ContactDetails)[]) if (faults[name]) setFault(name, next[name])
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const faultsFound = {
      ...listDetailFaults(details, profile !== null),
      ...(!consent.terms && { terms: 'Please agree to the enrolment terms.' }),
    }
    if (Object.keys(faultsFound).length > 0) return showFaults(faultsFound)
    setBusy(true)
    const deps = {
      client: browserClient(),
      storage: { local: localStorage, session: sessionStorage },
      idempotencyKeys: idempotencyKeys,
      pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
      timezoneId: getTimeZone(),
      countryCode: country?.countryCode ?? null,
    }
    const result = await submitFreeEnrolment(deps, enrolment, { ...details, ...consent }, profile !== null)
    setBusy(false)
    if (result.next === 'correct') showFaults(result.fields)
    else onResult(result)
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      {message && <ErrorMessage>{message}</ErrorMessage>}
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
        <Consent consent={consent} onConsent={setConsent} fault={faults.terms} courseSummary={courseSummary} isFree />
        <Button type="submit" look="course" size="tall" wide aria-busy={isBusy}>
          {isBusy ? 'Enrolling…' : 'Enrol free'}
        </Button>
        {!profile && (
          <p className={styles.note}>
            We’ll e-mail you right away. Click the button in that e-mail to confirm your {courseSummary.noun}.
          </p>
        )}
      </div>
    </form>
  )
}
