import {
  listRefundTerms,
  POLICY_FIGURES,
  POLICY_NAMES,
  REFUND_POLICIES,
  type RefundPolicy,
} from '#domain/orders/refund-policy.ts'
import { ChoiceCard } from '#ui/layout/choice-card.tsx'
import styles from './refund-choice.module.css'

type Props = {
  policy: RefundPolicy
  deliveryType: 'live' | 'on-demand'
  mayEdit: boolean
  onChoose: (policy: RefundPolicy) => void
}

/** The three refund rules, each with the sentences that buyers read. */
export function RefundChoice({ policy, deliveryType, mayEdit, onChoose }: Props) {
  return (
    <fieldset className={styles.choices} disabled={!mayEdit}>
      <legend>What comes back when a buyer’s plans change</legend>
      {REFUND_POLICIES.map((one) => (
        <ChoiceCard
          key={one}
          id={`refund-${one}`}
          name="refundPolicy"
          checked={policy === one}
          onChange={() => onChoose(one)}
          label={POLICY_NAMES[one]}
        >
          <ul className={styles.terms}>
            {listRefundTerms(POLICY_FIGURES[one], deliveryType).map(({ until, terms }) => (
              <li key={until}>
                {until}: {terms}
              </li>
            ))}
          </ul>
        </ChoiceCard>
      ))}
    </fieldset>
  )
}
