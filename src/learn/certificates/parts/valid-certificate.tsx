import { BadgeCheck, Download, Image } from 'lucide-react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatTime } from '#ui/format-time.ts'
import text from '#ui/text.module.css'
import type { ValidPage } from '../load-verify-page.ts'
import { CertificateDrawingView } from './certificate-drawing-view.tsx'
import { CertificateFacts } from './certificate-facts.tsx'
import styles from './valid-certificate.module.css'

export function ValidCertificate({ certificate }: { certificate: ValidPage }) {
  const { view, texts, poster, focal, hue, code, credentialUrl, pictureUrl } = certificate
  const completedOn = formatTime(view.completedOn, 'UTC', 'date-year')
  return (
    <main id="content" className={`${text.wrap} ${styles.page}`}>
      <div className={styles.claim}>
        <p className={styles.valid}>
          <BadgeCheck size={22} aria-hidden="true" /> Valid
        </p>
        <h1>
          <bdi>{view.name ?? 'The holder of this certificate'}</bdi> completed <bdi>{view.courseTitle}</bdi>
        </h1>
        <p className={text.lede}>
          <bdi>{texts.issuerName}</bdi> issued this certificate on {completedOn}.
        </p>
        <CertificateFacts
          facts={[
            ['Number', view.number],
            ['Completed', completedOn],
            ['Taught by', new Intl.ListFormat('en-GB').format(view.teachers)],
            ['Hours of learning', view.hours === null ? '' : String(view.hours)],
          ]}
        />
        <div className={styles.actions}>
          <ButtonLink look="quiet" size="compact" href={`/c/${view.coursePrefixCode}`}>
            About this course
          </ButtonLink>
          <ButtonLink look="bare" size="compact" href={pictureUrl} download>
            <Image size={18} aria-hidden="true" /> Picture
          </ButtonLink>
          <ButtonLink look="bare" size="compact" href={credentialUrl} download>
            <Download size={18} aria-hidden="true" /> Open Badge
          </ButtonLink>
        </div>
      </div>
      <CertificateDrawingView texts={texts} poster={poster} focal={focal} hue={hue} proof={{ url: texts.url, code }} />
      <section className={styles.signature} aria-labelledby="signature">
        <h2 id="signature">Check the signature yourself</h2>
        <p>
          The Open Badge is a signed file. Your browser can compare its signature with the{' '}
          <a href="/credentials/keys">keys</a> that {texts.issuerName} publishes. We don’t take part in that check.
        </p>
        <Button look="quiet" size="compact" data-check-signature={credentialUrl} hidden>
          Check the signature
        </Button>
        <p role="status" />
      </section>
    </main>
  )
}
