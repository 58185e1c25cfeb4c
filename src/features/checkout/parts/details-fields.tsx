import { Suspense, useState } from 'react'
import type { Country } from '#domain/country.ts'
import { PhoneField } from '#features/accounts/phone-field.tsx'
import type { Profile } from '#features/accounts/wire.ts'
import { EmailField, Field } from '#ui/field.tsx'
import type { Details } from './enrolment.ts'
import styles from './form.module.css'
import { LogInForm } from './later.ts'

type Props = {
  details: Details
  faults: Record<string, string>
  profile: Profile | null
  onType: (details: Details) => void
  onLeave: (name: keyof Details) => void
  country: Country | null
  onCountry: (country: Country) => void
  onLogOut: () => void
  hints?: { email: string; name: string }
}

const HINTS = {
  email: 'Your receipt and the joining links go here. No password needed today.',
  name: 'As it should appear on your receipt.',
}

export function DetailsFields({ details, faults, profile, country, hints = HINTS, ...does }: Props) {
  const input = (name: keyof Details) => ({
    name,
    value: details[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      does.onType({ ...details, [name]: event.currentTarget.value }),
    onBlur: () => does.onLeave(name),
  })
  const phone = (
    <PhoneField
      {...input('phoneNumber')}
      country={country}
      onCountry={does.onCountry}
      hint={`Only used if a session changes at short notice.${country ? '' : ' Start with + and your country code.'}`}
    />
  )
  if (profile) {
    return (
      <>
        <p className={styles.who}>
          <b>{profile.name}</b>
          <span>{profile.email}</span>
          <button type="button" className={styles.textButton} onClick={does.onLogOut}>
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

export function LearningHere({ email, onLoggedIn }: { email: string; onLoggedIn: (profile: Profile) => void }) {
  const [isOpen, open] = useState(false)
  return (
    <div className={styles.here}>
      <p>
        Already learning here?{' '}
        <button type="button" className={styles.textButton} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
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
