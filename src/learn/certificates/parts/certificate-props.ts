import type { SignedInAudience } from '#http/client.ts'
import type { OwnCertificateView } from '../wire.ts'

/** The certificate of the person who is logged in. */
export type CertificateProps = { certificate: OwnCertificateView; as: SignedInAudience }
