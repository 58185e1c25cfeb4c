import { Link } from 'react-router'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { MY_CERTIFICATES_PATH } from '#learn/certificates/my-certificates-path.ts'
import { JoinButton } from '#learn/lessons/join/join-button.tsx'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { LearnerHome } from '../wire.ts'
import styles from './due-list.module.css'

type Home = Pick<LearnerHome, 'learning' | 'unpaidOrders'>
type DueItem = LearnerHome['learning']['due'][number]

export function hasDueItems({ learning, unpaidOrders }: Home): boolean {
  return unpaidOrders.length > 0 || listShownItems(learning).length > 0
}

export function DueList({ learning, unpaidOrders, onChange }: Home & { onChange: () => void }) {
  return (
    <section className={styles.list} aria-label="Due">
      {unpaidOrders.map((order) => (
        <div key={order.orderId} className={styles.money}>
          <div>
            <b>An order is waiting for payment</b>
            <p>
              <bdi>{order.title}</bdi> is held for you a little longer.
            </p>
          </div>
          <ButtonLink href={order.resumeUrl}>Continue</ButtonLink>
        </div>
      ))}
      {listShownItems(learning).map((item) =>
        item.kind === 'balance' ? (
          <Balance key={item.payUrl} item={item} />
        ) : item.kind === 'session' ? (
          <SoonSession key={item.sessionId} item={item} onChange={onChange} />
        ) : (
          <NewCertificate key={item.certificateId} item={item} />
        ),
      )}
    </section>
  )
}

function Balance({ item }: { item: Extract<DueItem, { kind: 'balance' }> }) {
  const { amount, dueAt, courseTitle, payUrl, isPaused, savedCard } = item
  const isOverdue = Date.parse(dueAt) < Date.now()
  const money = <Money amount={amount.amount} currency={amount.currency} exact />
  return (
    <div className={styles.money}>
      <div>
        <b>
          {money}
          <Estimate {...amount} /> {isOverdue ? 'was due on' : 'due by'} <When at={dueAt} zone="UTC" form="day" />
        </b>
        <p>
          The balance for {courseTitle}.{isPaused && ' Your lessons open again as soon as it’s paid.'}
          {savedCard && (
            <>
              {' '}
              We’ll charge it to your {savedCard.brand} ••{savedCard.last4} on{' '}
              <When at={savedCard.chargeAt} zone="UTC" form="day" />.
            </>
          )}
        </p>
      </div>
      <ButtonLink href={payUrl}>Pay {money}</ButtonLink>
    </div>
  )
}

type SoonProps = { item: Extract<DueItem, { kind: 'session' }>; onChange: () => void }

function SoonSession({ item, onChange }: SoonProps) {
  return (
    <div className={styles.session}>
      <div>
        <b>{item.title}</b>
        <p>
          <When at={item.startsAt} zone="UTC" form="class-start" />, {item.courseTitle}
        </p>
      </div>
      {item.state === 'open' && item.hasMeeting ? (
        <JoinButton session={item} as="learner" onChange={onChange} />
      ) : (
        <Link
          className={getButtonClass({ look: 'quiet', size: undefined, wide: undefined })}
          to={getSessionPath(item.sessionId)}
        >
          See the session
        </Link>
      )}
    </div>
  )
}

function NewCertificate({ item }: { item: Extract<DueItem, { kind: 'certificate' }> }) {
  return (
    <div className={styles.session}>
      <div>
        <b>Your certificate is here</b>
        <p>You finished {item.courseTitle}.</p>
      </div>
      <Link
        className={getButtonClass({ look: 'quiet', size: undefined, wide: undefined })}
        to={`${MY_CERTIFICATES_PATH}#${item.certificateId}`}
      >
        See the certificate
      </Link>
    </div>
  )
}

function listShownItems({ due, nextSession }: LearnerHome['learning']): DueItem[] {
  return due.filter((item) => item.kind !== 'session' || item.sessionId !== nextSession?.sessionId)
}
