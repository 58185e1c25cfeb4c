import { Link } from 'react-router'
import type { SignedInAudience } from '#http/client.ts'
import { getButtonClass } from '#ui/button.tsx'
import type { OwnCertificateView } from '../wire.ts'
import { MyCertificate } from './my-certificate.tsx'
import styles from './my-certificates.module.css'

type Props = { certificates: OwnCertificateView[]; as: SignedInAudience }

export function MyCertificates({ certificates, as }: Props) {
  return (
    <>
      <h1 className={styles.title}>Certificates</h1>
      {certificates.length === 0 ? (
        <NoCertificates />
      ) : (
        <ul className={styles.list}>
          {certificates.map((certificate) => (
            <MyCertificate key={certificate.certificateId} certificate={certificate} as={as} />
          ))}
        </ul>
      )}
    </>
  )
}

function NoCertificates() {
  return (
    <section className={styles.none}>
      <h2>No certificates yet</h2>
      <p>Finish a course that gives a certificate, and it appears here. Each course room shows how far you are.</p>
      <Link className={getButtonClass({ look: undefined, size: undefined, wide: undefined })} to="/portal">
        See my courses
      </Link>
    </section>
  )
}
