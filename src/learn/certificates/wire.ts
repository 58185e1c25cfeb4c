/** Certificates: public look-ups, the holder's own, and those of an admin. docs/contract §17. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, PersonName, Reason } from '#http/schemas.ts'

/** 128 random bits. */
const PublicId = z.string().regex(/^[\w-]{22}$/)
const ByPublicId = z.object({ publicId: PublicId })
const ById = z.object({ id: z.uuid() })

const CertificateView = z
  .object({
    publicId: z.string(),
    state: z.enum(['issued', 'revoked']),
    /** `U7F3K-92QDM`, as printed. */
    number: z.string(),
    /** Null if the holder hides the name or the certificate is revoked. */
    name: z.string().nullable(),
    courseTitle: z.string(),
    coursePrefixCode: z.string(),
    teachers: z.array(z.string()),
    hours: z.number().nullable(),
    /** A local date: `2027-01-30`. */
    completedOn: z.string(),
    issuedAt: Instant,
    /** Why it was revoked. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'Certificate' })
export type CertificateView = z.infer<typeof CertificateView>

const OwnCertificateView = CertificateView.extend({
  certificateId: z.string(),
  name: z.string(),
  isNamed: z.boolean(),
  nameChangesLeft: z.number(),
  /** Shown only on the certificate itself. `poster`: an address or data URL. */
  drawing: z.object({
    issuerName: z.string(),
    statement: z.string(),
    signature: z.array(z.string()),
    poster: z.string(),
    focal: z.number(),
    hue: z.string(),
  }),
  /** The page that verifies it. */
  url: z.string(),
  /** False if the fonts of the files lack a character of the name. The page that verifies shows every name. */
  isNamePrintable: z.boolean(),
  /** The signed file. Null for a revoked certificate. */
  credentialUrl: z.string().nullable(),
  /** The picture with the signed file inside. Null for a revoked certificate. */
  pictureUrl: z.string().nullable(),
  /** Adds it to a LinkedIn profile. Null for a revoked certificate. */
  linkedInUrl: z.string().nullable(),
}).meta({ id: 'OwnCertificate' })
export type OwnCertificateView = z.infer<typeof OwnCertificateView>

export const readCertificate = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'certificates/:publicId',
  summary: 'A certificate, as its public page shows it',
  actor: 'anyone',
  params: ByPublicId,
  answers: { 200: z.object({ data: CertificateView }) },
  refusals: ['CERTIFICATE_NOT_FOUND', 'RATE_LIMITED'],
})

export const readCredential = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'certificates/:publicId/credential',
  summary: 'The signed Open Badge of a certificate that is not revoked',
  actor: 'anyone',
  params: ByPublicId,
  answers: {},
  file: 'text/plain',
  refusals: ['CERTIFICATE_NOT_FOUND', 'RATE_LIMITED'],
})

export const readPicture = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'certificates/:publicId/picture',
  priority: 'low',
  summary: 'A certificate that is not revoked as a picture of 1200 × 850, with its signed Open Badge inside',
  actor: 'anyone',
  params: ByPublicId,
  answers: {},
  file: 'image/png',
  refusals: ['CERTIFICATE_NOT_FOUND', 'RATE_LIMITED'],
})

export const listMyCertificates = endpoint({
  host: 'community',
  method: 'GET',
  path: 'my-certificates',
  summary: 'The certificates of the signed-in person, newest first',
  actor: 'person',
  answers: { 200: z.object({ data: z.array(OwnCertificateView) }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const changeMyCertificate = endpoint({
  host: 'community',
  method: 'PATCH',
  path: 'my-certificates/:id',
  summary: 'Correct the name, at most twice, or hide and show it',
  actor: 'person',
  params: ById,
  body: z.object({ name: PersonName.optional(), isNamed: z.boolean().optional() }),
  answers: { 200: z.object({ data: OwnCertificateView }) },
  refusals: [
    'FIELD_INVALID',
    'TOKEN_REQUIRED',
    'TOKEN_INVALID',
    'CERTIFICATE_NOT_FOUND',
    'CERTIFICATE_REVOKED',
    'NAME_CHANGES_USED',
    'RATE_LIMITED',
  ],
})

export const readPdf = endpoint({
  host: 'community',
  method: 'GET',
  path: 'my-certificates/:id/pdf',
  priority: 'low',
  summary: 'One’s own certificate as a PDF, A4 in landscape',
  actor: 'person',
  params: ById,
  answers: {},
  file: 'application/pdf',
  refusals: [
    'TOKEN_REQUIRED',
    'TOKEN_INVALID',
    'CERTIFICATE_NOT_FOUND',
    'CERTIFICATE_REVOKED',
    'RATE_LIMITED',
    'OVERLOADED',
  ],
})

export const revokeMyCertificate = endpoint({
  host: 'community',
  method: 'POST',
  path: 'my-certificates/:id/revoke',
  summary: 'Revoke one’s own certificate for good',
  actor: 'person',
  params: ById,
  answers: { 200: z.object({ data: OwnCertificateView }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID', 'CERTIFICATE_NOT_FOUND'],
})

/** A call of people who may edit certificates of the course. */
const studio = {
  actor: 'person',
  idempotent: true,
  params: ById,
  answers: { 200: z.object({ data: OwnCertificateView }) },
  refusals: [
    'FIELD_INVALID',
    'ROLE_NEEDED',
    'CERTIFICATE_NOT_FOUND',
    'CERTIFICATE_REVOKED',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
} as const

export const correctCertificate = endpoint({
  ...studio,
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/certificates/:id',
  summary: 'Correct the name on a certificate',
  body: z.object({ name: PersonName }),
})

export const revokeCertificate = endpoint({
  ...studio,
  host: 'static-data',
  method: 'POST',
  path: 'studio/certificates/:id/revoke',
  summary: 'Revoke a certificate; everybody can read the reason',
  body: z.object({ reason: Reason }),
})
