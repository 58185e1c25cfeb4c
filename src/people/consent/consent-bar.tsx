import { Button } from '#ui/button.tsx'
import styles from './consent-bar.module.css'
import type { ThirdPartyScripts } from './third-party.ts'

export function ConsentBar({ config: { tags, affiliate, chatwoot } }: { config: ThirdPartyScripts }) {
  const hasTags = tags !== null || affiliate !== null
  return (
    <section className={styles.bar} aria-label="Cookie choices" data-consent-bar hidden>
      <p>
        May we store for 90 days which link brought you here
        {hasTags && ', and load tools that measure which links are useful'}
        {chatwoot && ', and the live chat'}? Everything works if you say no.{' '}
        <a href="/privacy#choices">Our privacy policy</a>
      </p>
      <div>
        <Button look="quiet" value="no">
          No, thanks
        </Button>
        <Button look="quiet" value="yes">
          Yes, allow
        </Button>
      </div>
    </section>
  )
}
