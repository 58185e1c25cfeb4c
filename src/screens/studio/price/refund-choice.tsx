import { listRefundTerms, POLICY_FIGURES, REFUND_POLICIES, type RefundPolicy } from '#domain/orders/refund-policy.ts'
import styles from './refund-choice.module.css'

type Props = {
  policy: RefundPolicy
  deliveryType: 'live' | 'on-demand'
  mayEdit: boolean
  onChoose: (policy: RefundPolicy) => void
}

const NAMES: Record<RefundPolicy, string> = { flexible: 'Flexible', standard: 'Standard', final: 'Final' }

/** The three refund rules, each with the sentences that buyers read. */
export function RefundChoice({ policy, deliveryType, mayEdit, onChoose }: Props) {
  return (
    <fieldset className={styles.choices} disabled={!mayEdit}>
      <legend>What comes back when a buyer’s plans change</legend>
      {REFUND_POLICIES.map((one) => (
        <div key={one} className={styles.choice}>
          <input
            type="radio"
            id={`refund-${one}`}
            name="refundPolicy"
            checked={policy === one}
            onChange={() => onChoose(one)}
            aria-describedby={`refund-${one}-words`}
          />
          <label htmlFor={`refund-${one}`}>{NAMES[one]}</label>
          <ul id={`refund-${one}-words`}>
            {listRefundTerms(POLICY_FIGURES[one], deliveryType).map(({ until, terms }) => (
              <li key={until}>
                {until}: {terms}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </fieldset>
  )
}
