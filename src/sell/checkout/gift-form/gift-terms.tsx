import { CircleAlert } from 'lucide-react'
import styles from '../form/form.module.css'

type Props = { isAgreed: boolean; onAgree: (isAgreed: boolean) => void; fault: string | undefined }

export function GiftTerms({ isAgreed, onAgree, fault }: Props) {
  const isMissing = fault !== undefined && !isAgreed
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          name="terms"
          checked={isAgreed}
          onChange={(event) => onAgree(event.currentTarget.checked)}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? 'terms-error' : undefined}
        />
        <span>
          I agree to the{' '}
          <a href="/gift-card#rules" target="_blank" rel="noopener">
            gift card rules
          </a>{' '}
          and the{' '}
          <a href="/enrollment-terms" target="_blank" rel="noopener">
            enrolment terms
          </a>
          . Our{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            privacy policy
          </a>{' '}
          says what we store about you both.
        </span>
      </label>
      {isMissing && (
        <p className={styles.fault} id="terms-error">
          <CircleAlert size={16} /> {fault}
        </p>
      )}
    </div>
  )
}
