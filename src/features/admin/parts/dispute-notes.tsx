import { BadgeAlert, ExternalLink } from 'lucide-react'
import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import styles from './order-side.module.css'

type Dispute = AdminOrder['disputes'][number]

/** What an admin has to know about disputes that the bank has not decided. */
export function DisputeNotes({ disputes }: { disputes: AdminOrder['disputes'] }) {
  return disputes
    .filter(({ state }) => state === 'open' || state === 'inquiry')
    .map((dispute) => <DisputeNote key={dispute.disputeId} {...dispute} />)
}

function DisputeNote({ state, amount, reason, openedAt, answerBy, url }: Dispute) {
  const isOpen = state === 'open'
  return (
    <section className={styles.acting}>
      <h3 className={styles.alert}>
        <BadgeAlert size={18} aria-hidden /> {isOpen ? 'Disputed' : 'The bank asks about'}: <Money {...amount} exact />
      </h3>
      <p>
        {isOpen
          ? 'The card holder’s bank disputes this payment. The provider holds the money back, and access is frozen until the bank decides. Nothing can be refunded meanwhile.'
          : 'The card holder’s bank asks about this payment. No money was taken, and access stays. A refund of the payment ends the question.'}
      </p>
      <dl className={styles.pairs}>
        <dt>Reason</dt>
        <dd>{reason.replaceAll('_', ' ')}</dd>
        <dt>Opened</dt>
        <dd>
          <When at={openedAt} zone="UTC" form="date" />
        </dd>
        <dt>Answer by</dt>
        <dd>{answerBy ? <When at={answerBy} zone="UTC" form="short" /> : 'The bank allows no answer'}</dd>
      </dl>
      {url && (
        <p>
          <a className={styles.answer} href={url} target="_blank" rel="noreferrer">
            Answer at the provider <ExternalLink size={16} aria-hidden />
          </a>
        </p>
      )}
    </section>
  )
}
