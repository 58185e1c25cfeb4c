import { type FormEvent, useRef, useState } from 'react'
import type { Country } from '#domain/country.ts'
import { browserClient } from '#http/client.ts'
import type { VisitorCountry } from '#people/accounts/wire/country.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { useSite } from '#ui/use-site.ts'
import { pickDetails } from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import type { CheckoutFriend, ContactDetails, StoredEnrolment } from '../session/enrolment.ts'
import {
  type FreeEnrolmentDependencies,
  type FreeEnrolmentResult,
  submitFreeEnrolment,
} from '../session/free/submit-free-enrolment.ts'
import { getFriendFault, getFriendFieldName, listFriendFaults } from '../session/group.ts'
import { createIdempotencyKeys, type IdempotencyKeys } from '../session/idempotency-keys.ts'
import { getTimeZone } from '../session/visitor-location.ts'
import { Consent } from './consent.tsx'
import { getDetailFault, listDetailFaults } from './detail-faults.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './form.module.css'
import { FriendList } from './friend-list.tsx'

type Props = {
  enrolment: StoredEnrolment
  profile: Profile | null
  location: VisitorCountry | null
  courseSummary: CourseSummary
  message: string | null
  onType: (change: Partial<ContactDetails & { friends: CheckoutFriend[] }>) => void
  /** A friend was added or removed. */
  onFriends: (friends: CheckoutFriend[]) => void
  onLogOut: () => void
  onResult: (result: FreeEnrolmentResult) => void
}

const HINTS = {
  email: 'We’ll send a link to confirm here. No password needed today.',
  name: 'The name shown in your portal.',
}

export function FreeForm({ enrolment, profile, location, courseSummary, message, ...on }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [idempotencyKeys] = useState(() => createIdempotencyKeys())
  const [country, setCountry] = useState<Country | null>(location)
  const [consent, setConsent] = useState({ terms: false, marketing: false })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const sendsMail = useSite()?.sendsMail ?? true
  const details = pickDetails(enrolment)
  const { friends } = enrolment

  function showFaults(faultsFound: Record<string, string>) {
    setFaults(faultsFound)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  function setFault(name: string, fault: string | null) {
    setFaults(({ [name]: _before, ...others }) => (fault ? { ...others, [name]: fault } : others))
  }

  function change(next: ContactDetails) {
    on.onType(next)
    for (const name of Object.keys(next) as (keyof ContactDetails)[])
      if (faults[name]) setFault(name, getDetailFault(name, next[name].trim()))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const faultsFound = {
      ...listDetailFaults(details, profile !== null),
      ...listFriendFaults(friends, details.email),
      ...(!consent.terms && { terms: 'Please agree to the enrolment terms.' }),
    }
    if (Object.keys(faultsFound).length > 0) return showFaults(faultsFound)
    setBusy(true)
    const deps = createDependencies(idempotencyKeys, country)
    const result = await submitFreeEnrolment(deps, enrolment, { ...details, ...consent }, profile !== null)
    setBusy(false)
    if (result.next === 'correct') showFaults(result.fields)
    else on.onResult(result)
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
          isLive={courseSummary.isLive}
          country={country}
          onCountry={setCountry}
          onType={change}
          onLeave={(name) => details[name] !== '' && setFault(name, getDetailFault(name, details[name].trim()))}
          onLogOut={on.onLogOut}
          hints={HINTS}
        />
      </section>
      <FriendList
        name={details.name}
        friends={friends}
        courseSummary={courseSummary}
        faults={faults}
        onChange={on.onFriends}
        onType={(next) => on.onType({ friends: next })}
        onLeave={(at) => setFault(getFriendFieldName(at), getFriendFault(friends, at, details.email))}
      />
      <div className={styles.payBlock}>
        <Consent consent={consent} onConsent={setConsent} fault={faults.terms} courseSummary={courseSummary}>
          I agree to the{' '}
          <a href="/enrollment-terms" target="_blank" rel="noopener">
            enrolment terms
          </a>
          . Our{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            privacy policy
          </a>{' '}
          says what we store.
        </Consent>
        <Button type="submit" look="course" size="tall" wide aria-busy={isBusy}>
          {isBusy ? 'Enrolling…' : 'Enrol free'}
        </Button>
        {!profile && (
          <p className={styles.note}>
            {sendsMail
              ? 'We’ll e-mail you right away.'
              : 'This site can’t send e-mails yet, so ours may come too late.'}{' '}
            Click the button in that e-mail to confirm your{' '}
            {friends.length > 0 ? `${courseSummary.noun}s. Then we invite your friends` : courseSummary.noun}.
          </p>
        )}
      </div>
    </form>
  )
}

function createDependencies(idempotencyKeys: IdempotencyKeys, country: Country | null): FreeEnrolmentDependencies {
  return {
    client: browserClient(),
    storage: { local: localStorage, session: sessionStorage },
    idempotencyKeys,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    timezoneId: getTimeZone(),
    countryCode: country?.countryCode ?? null,
  }
}
