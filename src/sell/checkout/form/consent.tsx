import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { listRefundTerms, type RefundFigures } from '#domain/orders/refund-policy.ts'
import type { QuoteOption } from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import { StoreCardField } from '../session/lazy-parts.ts'
import styles from './form.module.css'

export type ConsentInput = { terms: boolean; marketing: boolean; storeCard?: boolean; keepCard?: boolean }
type Props = {
  consent: ConsentInput
  onConsent: (consent: ConsentInput) => void
  fault: string | undefined
  courseSummary: CourseSummary
  /** The refund rule of the quote. */
  refund?: RefundFigures | undefined
  /** The text of the terms, in place of the one with a refund policy. */
  children?: ReactNode
  /** The balance that the card could be charged later. */
  balance?: QuoteOption['dueLater'][number] | undefined
}

export function Consent({ consent, onConsent, fault, courseSummary, refund, children, balance }: Props) {
  return (
    <>
      <div>
        <label className={styles.check}>
          <input
            type="checkbox"
            name="terms"
            checked={consent.terms}
            onChange={(event) => onConsent({ ...consent, terms: event.currentTarget.checked })}
            aria-invalid={fault && !consent.terms ? true : undefined}
            aria-describedby={fault && !consent.terms ? 'terms-error' : undefined}
          />
          <span>
            {children ?? (
              <>
                I agree to the{' '}
                <a href="/enrollment-terms" target="_blank" rel="noopener">
                  enrolment terms
                </a>{' '}
                and the refund policy.
              </>
            )}
          </span>
        </label>
        {fault && !consent.terms && (
          <p className={styles.fault} id="terms-error">
            <CircleAlert size={16} /> {fault}
          </p>
        )}
        {!children && <RefundPolicy courseSummary={courseSummary} refund={refund ?? courseSummary.refund} />}
      </div>
      {balance && (
        <Suspense>
          <StoreCardField
            balance={balance}
            classZone={courseSummary.classZone}
            isChecked={consent.storeCard ?? false}
            onCheck={(storeCard) => onConsent({ ...consent, storeCard })}
          />
        </Suspense>
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          name="marketing"
          checked={consent.marketing}
          onChange={(event) => onConsent({ ...consent, marketing: event.currentTarget.checked })}
        />
        <span>Tell me when {courseSummary.firstName} opens a new course.</span>
      </label>
    </>
  )
}

function RefundPolicy({ courseSummary, refund }: { courseSummary: CourseSummary; refund: RefundFigures }) {
  const { isLive, refundNote } = courseSummary
  return (
    <details className={styles.terms}>
      <summary>
        Refund policy <ChevronDown size={18} />
      </summary>
      <ul>
        {listRefundTerms(refund, isLive ? 'live' : 'on-demand').map((term) => (
          <li key={term.until}>
            <b>{term.until}</b> {term.terms}
          </li>
        ))}
      </ul>
      {refundNote && <p>{refundNote}</p>}
      <p>
        Read the full{' '}
        <a href="/enrollment-terms" target="_blank" rel="noopener">
          enrolment terms
        </a>{' '}
        and{' '}
        <a href="/privacy" target="_blank" rel="noopener">
          privacy policy
        </a>
        .
      </p>
    </details>
  )
}
