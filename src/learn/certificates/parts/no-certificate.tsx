import { CircleHelp, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import tones from '#ui/chip.module.css'
import { formatTime } from '#ui/format-time.ts'
import text from '#ui/text.module.css'
import type { RevokedPage } from '../load-verify-page.ts'
import { CertificateFacts } from './certificate-facts.tsx'
import styles from './no-certificate.module.css'

export function RevokedCertificate({ certificate: { view } }: { certificate: RevokedPage }) {
  return (
    <NoCertificate tone="bad" icon={<CircleX size={22} />} title="This certificate was revoked">
      <p>
        It was issued for <bdi>{view.courseTitle}</bdi>. It is no longer valid.
      </p>
      <CertificateFacts
        facts={[
          ['Number', view.number],
          ['Completed', formatTime(view.completedOn, 'UTC', 'date-year')],
          ['Reason', view.reason ?? ''],
        ]}
      />
      <p className={text.note}>We don’t show the name on a revoked certificate.</p>
    </NoCertificate>
  )
}

export function UnknownCertificate() {
  return (
    <NoCertificate tone="warn" icon={<CircleHelp size={22} />} title="We couldn’t find this certificate">
      <p>
        There is no certificate at this address. The address is printed on the certificate, and its QR code contains it.
        You can’t find a certificate by its number alone.
      </p>
    </NoCertificate>
  )
}

export function TooManyLookUps() {
  return (
    <NoCertificate tone="warn" icon={<Hourglass size={22} />} title="Too many look-ups">
      <p>Many certificates were looked up from your network. Please try again in a minute.</p>
    </NoCertificate>
  )
}

type Props = { tone: 'bad' | 'warn'; icon: ReactNode; title: string; children: ReactNode }

function NoCertificate({ tone, icon, title, children }: Props) {
  return (
    <main id="content" className={`${text.wrap} ${styles.page}`}>
      <div className={styles.card}>
        <span className={`${styles.badge} ${tones[tone]}`} aria-hidden="true">
          {icon}
        </span>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
