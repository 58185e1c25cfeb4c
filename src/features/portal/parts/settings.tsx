import { type ReactNode, useEffect, useState } from 'react'
import type { Country } from '#domain/country.ts'
import type { IdentityView } from '#features/accounts/wire/identities.ts'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import type { Profile, SessionView } from '#features/accounts/wire.ts'
import { focusArrival } from '#ui/arrival.ts'
import { FormFrame } from '#ui/form-frame.tsx'
import type { Audience } from './audience.ts'
import { Devices } from './devices.tsx'
import { PortalFrame } from './portal-frame.tsx'
import styles from './settings.module.css'
import { DeletionSettings } from './settings-deletion.tsx'
import { ExportSettings } from './settings-export.tsx'
import { IdentitySettings } from './settings-identities.tsx'
import { PasskeySettings } from './settings-passkeys.tsx'
import { PasswordSettings } from './settings-password.tsx'
import { ProfileSettings } from './settings-profile.tsx'
import { SecondFactorSettings } from './settings-second-factor.tsx'

type Props = {
  audience: Audience
  profile: Profile
  sessions: SessionView[]
  factor: SecondFactor
  identities: IdentityView[]
  countries: Country[]
  onPasswordChanged: () => void
}

export function Settings({ audience, sessions, identities, countries, onPasswordChanged, ...first }: Props) {
  const [profile, setProfile] = useState(first.profile)
  const [factor, setFactor] = useState(first.factor)
  const [isDeleted, setDeleted] = useState(false)
  // The browser, and the router, look for the section that the address names before it is there.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const { as } = audience
  const whose = { as, email: profile.email, ask: factor }
  const device = sessions.find(({ isThisOne }) => isThisOne)?.device
  if (isDeleted) {
    return <FormFrame title="Your account is deleted" lead="Thank you for having been here. The door stays open." />
  }
  return (
    <PortalFrame name={profile.name} audience={audience} current="settings">
      <h1 className={styles.title} ref={focusArrival} tabIndex={-1}>
        Settings
      </h1>
      <Section id="profile" title="You" lead="Your name and location.">
        <ProfileSettings as={as} profile={profile} countries={countries} onSaved={setProfile} />
      </Section>
      <Section id="password" title="Password" lead="Long is better than complicated.">
        <PasswordSettings as={as} email={profile.email} hasFactor={factor.totp} onChanged={onPasswordChanged} />
      </Section>
      <Section id="second-factor" title="Second factor" lead="A code from your phone, asked for besides the password.">
        <SecondFactorSettings as={as} email={profile.email} factor={factor} onFactor={setFactor} />
      </Section>
      <Section id="passkeys" title="Passkeys" lead="Log in by finger, face or PIN, with nothing to remember.">
        <PasskeySettings {...whose} passkeys={factor.passkeys} device={device} />
      </Section>
      {identities.length > 0 && (
        <Section
          id="identities"
          title="Other ways in"
          lead="Whom you let say who you are. They stay when you change your password."
        >
          <IdentitySettings {...whose} identities={identities} />
        </Section>
      )}
      <Section id="devices" title="Devices" lead="Where you are logged in. One you do not know? Log it out.">
        <Devices key={sessions.map(({ sessionId }) => sessionId).join()} as={as} sessions={sessions} />
      </Section>
      <Section id="data" title="Your data" lead="It is yours: take it with you.">
        <ExportSettings as={as} />
      </Section>
      <Section id="deletion" title="Delete the account" lead="Please read what it means first.">
        <DeletionSettings {...whose} onDeleted={() => setDeleted(true)} />
      </Section>
    </PortalFrame>
  )
}

function Section({ id, title, lead, children }: { id: string; title: string; lead: string; children: ReactNode }) {
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{lead}</p>
      </header>
      <div>{children}</div>
    </section>
  )
}
