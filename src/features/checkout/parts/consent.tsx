import { ChevronDown, CircleAlert } from 'lucide-react'
import type { About } from './about.ts'
import styles from './form.module.css'

type Choice = { terms: boolean; marketing: boolean }
type Props = {
  consent: Choice
  onConsent: (consent: Choice) => void
  fault: string | undefined
  about: About
  isFree?: boolean
}

export function Consent({ consent, onConsent, fault, about, isFree = false }: Props) {
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
          {isFree ? (
            <span>
              I agree to the{' '}
              <a href="/enrollment-terms" target="_blank" rel="noopener">
                enrolment terms
              </a>
              . What is kept of you, the{' '}
              <a href="/privacy" target="_blank" rel="noopener">
                privacy page
              </a>{' '}
              says.
            </span>
          ) : (
            <span>I agree to the enrolment terms and refund policy.</span>
          )}
        </label>
        {fault && !consent.terms && (
          <p className={styles.fault} id="terms-error">
            <CircleAlert size={16} /> {fault}
          </p>
        )}
        {!isFree && <MoneyBack about={about} />}
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          name="marketing"
          checked={consent.marketing}
          onChange={(event) => onConsent({ ...consent, marketing: event.currentTarget.checked })}
        />
        <span>Tell me when {about.firstName} opens a new course.</span>
      </label>
    </>
  )
}

function MoneyBack({ about }: { about: About }) {
  return (
    <details className={styles.terms}>
      <summary>
        Your money back <ChevronDown size={18} />
      </summary>
      <ul>
        {about.refundTerms.map((term) => (
          <li key={term.until}>
            <b>{term.until}</b> {term.terms}
          </li>
        ))}
      </ul>
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
