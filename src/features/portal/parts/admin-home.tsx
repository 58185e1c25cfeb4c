import { Inbox, ReceiptText, ScrollText } from 'lucide-react'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import type { Profile, SessionView } from '#features/accounts/wire.ts'
import type { Figures as Told } from '#features/checkout/wire/figures.ts'
import { focusArrival } from '#ui/arrival.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import text from '#ui/text.module.css'
import styles from './admin-home.module.css'
import { type Audience, portalPath } from './audience.ts'
import { Devices } from './devices.tsx'
import { Figures } from './figures.tsx'
import { PortalFrame } from './portal-frame.tsx'

type Props = {
  audience: Audience
  profile: Profile
  sessions: SessionView[]
  factor: SecondFactor
  waiting: number | null
  figures: Told | null
}

export function AdminHome({ audience, profile, sessions, factor, waiting, figures }: Props) {
  const admins = sessions.filter((session) => session.audience === 'admin').length
  return (
    <PortalFrame name={profile.name} audience={audience} current="home">
      <header className={styles.head}>
        <p>Administration</p>
        <h1 ref={focusArrival} tabIndex={-1}>
          Good to see you, {profile.name.split(' ')[0]}
        </h1>
        {waiting !== null && (
          <p>
            {waiting === 0 ? 'No messages waiting.' : <Waiting count={waiting} href={portalPath('/inbox', audience)} />}
          </p>
        )}
      </header>
      {figures && <Figures figures={figures} audience={audience} />}
      <nav className={styles.ways} aria-label="What there is to do">
        <a href={portalPath('/orders', audience)}>
          <ReceiptText size={22} /> <b>Orders</b> <span>Find one, see what happened, send money back</span>
        </a>
        <a href={portalPath('/inbox', audience)}>
          <Inbox size={22} /> <b>Inbox</b> <span>Answer what visitors ask</span>
        </a>
        <a href={portalPath('/audit-log', audience)}>
          <ScrollText size={22} /> <b>Audit log</b> <span>See who viewed or changed customers’ data</span>
        </a>
      </nav>
      <div className={styles.home}>
        <section className={styles.card} aria-labelledby="who">
          <h2 id="who">You are logged in</h2>
          <dl>
            <dt>Name</dt>
            <dd>{profile.name}</dd>
            <dt>E-mail</dt>
            <dd>{profile.email}</dd>
            <dt>As</dt>
            <dd>Community admin</dd>
            <dt>Session ends</dt>
            <dd>After 12 hours idle, or 7 days</dd>
            <dt>Second factor</dt>
            <dd>
              {factor.totp ? <Chip tone="good">On</Chip> : <Chip tone="warn">Off</Chip>}{' '}
              <a className={text.link} href={`${portalPath('/settings', audience)}#second-factor`}>
                {factor.totp ? 'See to it' : 'Turn it on'}
              </a>
            </dd>
          </dl>
          <ButtonLink look="quiet" href={portalPath('/settings', audience)}>
            Settings
          </ButtonLink>
        </section>
        <section className={styles.card} aria-labelledby="devices">
          <h2 id="devices">Where this account is open</h2>
          <p className={styles.lead}>
            {admins === 1 ? 'You’re logged in as admin only on this device.' : `As admin in ${admins} places.`}
          </p>
          <Devices as="admin" sessions={sessions} />
        </section>
      </div>
    </PortalFrame>
  )
}

function Waiting({ count, href }: { count: number; href: string }) {
  return (
    <>
      {count === 1 ? 'A message waits for an answer.' : `${count} messages wait for an answer.`}{' '}
      <a className={text.link} href={href}>
        Open the inbox
      </a>
    </>
  )
}
