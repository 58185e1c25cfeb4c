import { BadgeAlert, ExternalLink } from 'lucide-react'
import { describeDisputeReason } from '#domain/orders/dispute.ts'
import { Definition, DefinitionList } from '#ui/layout/definition-list.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import styles from '../orders/order-panel.module.css'
import type { AdminOrder } from '../wire/orders.ts'

type Dispute = AdminOrder['disputes'][number]

/** Lists the disputes that the bank has not decided. */
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
        <BadgeAlert size={18} aria-hidden /> {isOpen ? 'Disputed' : 'Bank inquiry'}: <Money {...amount} exact />
      </h3>
      <p>
        {isOpen
          ? 'The card holder’s bank disputes this payment. The provider withholds the money, and access is frozen until the bank decides. You can’t refund it until then.'
          : 'The card holder’s bank is asking about this payment. No money was taken, and access continues. Refunding the payment closes the inquiry.'}
      </p>
      <DefinitionList>
        <Definition name="Reason">
          <span className={styles.sentence}>{describeDisputeReason(reason)}</span>
        </Definition>
        <Definition name="Opened">
          <When at={openedAt} zone="UTC" form="date" />
        </Definition>
        <Definition name="Answer by">
          {answerBy ? <When at={answerBy} zone="UTC" form="short" /> : 'Nothing left to answer'}
        </Definition>
      </DefinitionList>
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
