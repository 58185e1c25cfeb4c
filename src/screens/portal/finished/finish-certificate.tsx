import { CertificateDrawingView } from '#learn/certificates/parts/certificate-drawing-view.tsx'
import type { CertificateProps } from '#learn/certificates/parts/certificate-props.ts'
import { PdfButton } from '#learn/certificates/parts/my-certificate.tsx'
import { SharePanel } from '#learn/certificates/parts/share-settings.tsx'
import { When } from '#ui/local-time.tsx'
import styles from './finish-screen.module.css'

export function FinishCertificate({ certificate, as }: CertificateProps) {
  const { drawing, name, courseTitle, hours, number, issuedAt } = certificate
  const texts = { ...drawing, holder: name, courseTitle, hours, number }
  return (
    <section className={styles.won} aria-label="Your certificate">
      <CertificateDrawingView texts={texts} poster={drawing.poster} focal={drawing.focal} hue={drawing.hue} />
      <div>
        <div className={styles.file}>
          <PdfButton certificate={certificate} as={as} isMain />
          <p>
            Issued on <When at={issuedAt} zone="UTC" form="date-year" />.
          </p>
        </div>
        <h2>Share it</h2>
        <SharePanel certificate={certificate} as={as} />
      </div>
    </section>
  )
}
