import { Button } from '#ui/button.tsx'
import styles from './consent-bar.module.css'
import type { Asked } from './third-party.ts'

export function ConsentBar({ asked: { tags, affiliate, chatwoot } }: { asked: Asked }) {
  const hasTags = tags !== null || affiliate !== null
  return (
    <section className={styles.bar} aria-label="Cookie choices" data-consent-bar hidden>
      <p>
        May we remember for 90 days which link brought you here
        {hasTags && ', and load the tools that tell us which links are worth having'}
        {chatwoot && ', and the live chat'}? Everything works if you say no.{' '}
        <a href="/privacy#choices">More about it</a>
      </p>
      <div>
        <Button look="quiet" value="no">
          No, thank you
        </Button>
        <Button look="quiet" value="yes">
          Yes, you may
        </Button>
      </div>
    </section>
  )
}
