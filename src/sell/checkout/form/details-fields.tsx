import { Suspense, useState } from 'react'
import type { Country } from '#domain/country.ts'
import { PhoneField } from '#people/accounts/profile/phone-field.tsx'
import type { Profile } from '#people/accounts/wire.ts'
import { EmailField, Field } from '#ui/field.tsx'
import type { ContactDetails } from '../session/enrolment.ts'
import { LogInForm } from '../session/lazy-parts.ts'
import styles from './form.module.css'

type Props = {
  details: ContactDetails
  faults: Record<string, string>
  profile: Profile | null
  /** Only sessions change at short notice, so that other courses ask for no number. */
  isLive: boolean
  onType: (details: ContactDetails) => void
  onLeave: (name: keyof ContactDetails) => void
  country: Country | null
  onCountry: (country: Country) => void
  onLogOut: () => void
  hints?: { email: string; name: string }
}

const HINTS = {
  email: 'We’ll send your receipt and access to your course here. No password needed today.',
  name: 'As it should appear on your receipt.',
}

export function DetailsFields({ details, faults, profile, isLive, country, hints = HINTS, ...handlers }: Props) {
  const input = (name: keyof ContactDetails) => ({
    name,
    value: details[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      handlers.onType({ ...details, [name]: event.currentTarget.value }),
    onBlur: () => handlers.onLeave(name),
  })
  const phone = isLive && (
    <PhoneField
      {...input('phoneNumber')}
      country={country}
      onCountry={handlers.onCountry}
      hint={`Only used if a session changes at short notice.${country ? '' : ' Start with + and your country code.'}`}
    />
  )
  if (profile) {
    return (
      <>
        <p className={styles.who}>
          <b>{profile.name}</b>
          <span>{profile.email}</span>
          <button type="button" className={styles.textButton} onClick={handlers.onLogOut}>
            Not you? Log out
          </button>
        </p>
        {phone}
      </>
    )
  }
  return (
    <>
      <EmailField {...input('email')} label="E-mail" autoComplete="email" hint={hints.email} />
      <div className={styles.pair}>
        <Field {...input('name')} label="Full name" autoComplete="name" hint={hints.name} />
        {phone}
      </div>
    </>
  )
}

export function LogInPrompt({ email, onLoggedIn }: { email: string; onLoggedIn: (profile: Profile) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.here}>
      <p>
        Already have an account?{' '}
        <button type="button" className={styles.textButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Log in
        </button>
      </p>
      {isOpen && (
        <div className={styles.hereForm}>
          <Suspense>
            <LogInForm email={email} idPrefix="here" onLoggedIn={onLoggedIn} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
