import { type ReactNode, useEffect, useState } from 'react'
import type { Country } from '#domain/country.ts'
import { focusHeading } from '#ui/focus.ts'
import text from '#ui/text.module.css'
import { setCurrentPerson } from '../browser/current-person.ts'
import type { Profile } from '../wire.ts'
import { DeletionSettings } from './deletion-settings.tsx'
import { Devices } from './devices.tsx'
import { ExportSettings } from './export-settings.tsx'
import { IdentitySettings } from './identity-settings.tsx'
import type { LoadedSettings } from './load-settings.ts'
import { MailSettings } from './mail-settings.tsx'
import { PasskeySettings } from './passkey-settings.tsx'
import { PasswordSettings } from './password-settings.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { ReusableCardSettings } from './reusable-card-settings.tsx'
import { SavedCardSettings } from './saved-card-settings.tsx'
import { SecondFactorSettings } from './second-factor-settings.tsx'
import styles from './settings.module.css'

type Props = LoadedSettings & { countries: Country[]; onPasswordChanged: () => void }

export function Settings({
  session,
  sessions,
  identities,
  savedCards,
  reusableCards,
  mailPreferences,
  countries,
  onPasswordChanged,
  ...initial
}: Props) {
  const [profile, setProfile] = useState(initial.profile)
  const [factor, setFactor] = useState(initial.factor)
  // The browser and the router look for the section of the URL's hash before it exists.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const { as } = session
  const owner = { as, email: profile.email, verification: factor }
  const device = sessions.find(({ isThisOne }) => isThisOne)?.device
  function showSaved(saved: Profile) {
    setProfile(saved)
    setCurrentPerson({ local: localStorage }, session, saved)
  }
  const isTeaching = profile.roles.some((role) => role !== 'learner')
  const hasCards = savedCards.length > 0 || reusableCards.length > 0
  const sections: SectionProps[] = [
    {
      id: 'profile',
      title: 'You',
      lead: 'Your name and location.',
      children: <ProfileSettings as={as} profile={profile} countries={countries} onSaved={showSaved} />,
    },
    {
      id: 'mail',
      title: 'E-mails',
      lead: 'Choose which e-mails you get.',
      children: <MailSettings as={as} preferences={mailPreferences} isTeaching={isTeaching} />,
    },
    {
      id: 'calendar',
      title: 'Calendar',
      lead: 'Your sessions in your own calendar app.',
      children: (
        <p>
          <a className={text.link} href="/portal/calendar#subscribe">
            Calendar subscription
          </a>
        </p>
      ),
    },
    hasCards && {
      id: 'saved-cards',
      title: 'Saved cards',
      lead: 'Cards for the balance of a deposit, and for your next course.',
      children: (
        <>
          {savedCards.length > 0 && <SavedCardSettings as={as} savedCards={savedCards} />}
          <ReusableCardSettings as={as} reusableCards={reusableCards} />
        </>
      ),
    },
    {
      id: 'password',
      title: 'Password',
      lead: 'Long is better than complicated.',
      children: (
        <PasswordSettings as={as} email={profile.email} hasFactor={factor.totp} onChanged={onPasswordChanged} />
      ),
    },
    {
      id: 'second-factor',
      title: 'Second factor',
      lead: 'A code from your phone, in addition to your password.',
      children: <SecondFactorSettings as={as} email={profile.email} factor={factor} onFactor={setFactor} />,
    },
    {
      id: 'passkeys',
      title: 'Passkeys',
      lead: 'Log in with your fingerprint, face or PIN.',
      children: <PasskeySettings {...owner} passkeys={factor.passkeys} device={device} />,
    },
    identities.length > 0 && {
      id: 'identities',
      title: 'Linked accounts',
      lead: 'Other accounts you can log in with. They stay when you change your password.',
      children: <IdentitySettings {...owner} identities={identities} />,
    },
    {
      id: 'devices',
      title: 'Devices',
      lead: 'Where you’re logged in. Log out any device you don’t recognise.',
      children: <Devices key={sessions.map(({ sessionId }) => sessionId).join()} as={as} sessions={sessions} />,
    },
    { id: 'data', title: 'Your data', lead: 'Download a copy of your data.', children: <ExportSettings as={as} /> },
    {
      id: 'deletion',
      title: 'Delete your account',
      lead: 'Please read this first.',
      children: <DeletionSettings {...owner} onDeleted={() => location.assign('/account-deleted')} />,
    },
  ].filter((section) => section !== false)
  return (
    <>
      <h1 className={styles.title} ref={focusHeading} tabIndex={-1}>
        Settings
      </h1>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="Settings">
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {sections.map((section) => (
            <Section key={section.id} {...section} />
          ))}
        </div>
      </div>
    </>
  )
}

type SectionProps = { id: string; title: string; lead: string; children: ReactNode }

function Section({ id, title, lead, children }: SectionProps) {
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
