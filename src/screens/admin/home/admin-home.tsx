import { Inbox, ReceiptText, ScrollText, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { type AppSession, portalPath } from '#people/accounts/session/app-session.ts'
import { Devices } from '#people/accounts/settings/devices.tsx'
import { HomeHeader } from '#people/app-shell/home-header.tsx'
import { getButtonClass } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import type { AdminHome as AdminHomeData } from '../wire/home.ts'
import styles from './admin-home.module.css'
import { Figures } from './figures.tsx'
import { StoryNote } from './story-note.tsx'

type Props = AdminHomeData & { session: AppSession }

export function AdminHome({
  session,
  profile,
  sessions,
  hasSecondFactor,
  unansweredCount,
  lateJobs,
  held,
  backups,
  openNeeds,
  disputes,
  figures,
}: Props) {
  const adminSessionCount = sessions.filter(({ audience }) => audience === 'admin').length
  return (
    <>
      <HomeHeader label="Administration" greeting="Good to see you" name={profile.name}>
        <p>
          {unansweredCount === 0 ? (
            'No messages waiting.'
          ) : (
            <UnansweredMessages count={unansweredCount} href={portalPath('/inbox', session)} />
          )}
        </p>
      </HomeHeader>
      <StoryNote />
      {held && <Held backupAt={held.backupAt} />}
      {lateJobs.length > 0 && <LateJobs jobs={lateJobs} />}
      {disputes.count > 0 && <Disputes disputes={disputes} session={session} />}
      {openNeeds.length > 0 && <OpenNeeds titles={openNeeds} session={session} />}
      <Figures figures={figures} session={session} />
      <nav className={styles.ways} aria-label="Administration">
        <Link to={portalPath('/orders', session)}>
          <ReceiptText size={22} /> <b>Orders</b> <span>Search, view and refund orders</span>
        </Link>
        <Link to={portalPath('/people', session)}>
          <ShieldCheck size={22} /> <b>People</b> <span>Help somebody to log in, invite, give roles</span>
        </Link>
        <Link to={portalPath('/inbox', session)}>
          <Inbox size={22} /> <b>Inbox</b> <span>Answer visitors’ questions</span>
        </Link>
        <Link to={portalPath('/audit-log', session)}>
          <ScrollText size={22} /> <b>Audit log</b> <span>See who viewed or changed customers’ data</span>
        </Link>
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
            <dd>Admin</dd>
            <dt>Session ends</dt>
            <dd>After 12 hours idle, or 7 days</dd>
            <dt>Second factor</dt>
            <dd>
              {hasSecondFactor ? <Chip tone="good">On</Chip> : <Chip tone="warn">Off</Chip>}{' '}
              <Link className={text.link} to={`${portalPath('/settings', session)}#second-factor`}>
                {hasSecondFactor ? 'Manage it' : 'Turn it on'}
              </Link>
            </dd>
          </dl>
          <Link className={getButtonClass({ look: 'quiet' })} to={portalPath('/settings', session)}>
            Settings
          </Link>
        </section>
        <section className={styles.card} aria-labelledby="devices">
          <h2 id="devices">Where you’re logged in</h2>
          <p className={styles.lead}>
            {adminSessionCount === 1
              ? 'You’re logged in as admin only on this device.'
              : `You’re logged in as admin on ${adminSessionCount} devices.`}
          </p>
          <Devices as="admin" sessions={sessions} />
        </section>
        <BackupCard backups={backups} />
      </div>
    </>
  )
}

function Held({ backupAt }: { backupAt: string }) {
  return (
    <section className={styles.late} role="alert" aria-labelledby="held">
      <h2 id="held">Restored from a backup, and held</h2>
      <p>
        The data is from <When at={backupAt} zone="UTC" />. Until the operator runs “npm run u -- release-hold”, no
        e-mail is sent, and nobody is charged or refunded.
      </p>
    </section>
  )
}

function BackupCard({ backups: { lastAt, verifiedAt, hasFailed, isLate } }: { backups: AdminHomeData['backups'] }) {
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="backups">
      <h2 id="backups">Backups</h2>
      {(hasFailed || isLate) && (
        <p>
          <Chip tone="bad">{hasFailed ? 'The last one has a fault' : 'None for two days'}</Chip> The operator can run
          “npm run u -- doctor”.
        </p>
      )}
      <dl>
        <dt>Last backup</dt>
        <dd>{lastAt ? <When at={lastAt} zone="UTC" /> : 'None yet'}</dd>
        <dt>Last checked</dt>
        <dd>{verifiedAt ? <When at={verifiedAt} zone="UTC" /> : 'Never'}</dd>
      </dl>
    </section>
  )
}

function OpenNeeds({ titles, session }: { titles: readonly string[]; session: AppSession }) {
  return (
    <section className={styles.disputes} aria-labelledby="open-needs">
      <h2 id="open-needs">Not done yet on this site</h2>
      <p>{titles.join('. ')}.</p>
      <Link className={text.link} to={portalPath('/settings/site', session)}>
        See what is open on the page Site
      </Link>
    </section>
  )
}

function LateJobs({ jobs }: { jobs: AdminHomeData['lateJobs'] }) {
  return (
    <section className={styles.late} role="alert" aria-labelledby="late-jobs">
      <h2 id="late-jobs">Scheduled work isn’t running</h2>
      <p>Refunds, payments, offers or e-mails may be delayed. The operator can run “npm run u -- doctor”.</p>
      <ul>
        {jobs.map(({ name, since }) => (
          <li key={name}>
            <code>{name}</code> hasn’t succeeded since <When at={since} zone="UTC" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Disputes({
  disputes: { count, next },
  session,
}: {
  disputes: AdminHomeData['disputes']
  session: AppSession
}) {
  return (
    <section className={styles.disputes} aria-labelledby="disputes">
      <h2 id="disputes">{count === 1 ? '1 payment is disputed' : `${count} payments are disputed`}</h2>
      <ul>
        {next.map(({ disputeId, orderId, orderNumber, state, amount, answerBy }) => (
          <li key={disputeId}>
            <Link className={text.link} to={portalPath(`/orders?open=${orderId}`, session)}>
              {orderNumber}
            </Link>
            , <Money {...amount} exact />
            {state === 'inquiry' && ', the bank only asks'}:{' '}
            {answerBy ? (
              <>
                answer by <When at={answerBy} zone="UTC" form="short" />
              </>
            ) : (
              'nothing left to answer'
            )}
          </li>
        ))}
      </ul>
      {count > next.length && (
        <Link className={text.link} to={portalPath('/orders?only=attention', session)}>
          Show all orders that need attention
        </Link>
      )}
    </section>
  )
}

function UnansweredMessages({ count, href }: { count: number; href: string }) {
  return (
    <>
      {count === 1 ? '1 message is waiting for an answer.' : `${count} messages are waiting for an answer.`}{' '}
      <Link className={text.link} to={href}>
        Open the inbox
      </Link>
    </>
  )
}
