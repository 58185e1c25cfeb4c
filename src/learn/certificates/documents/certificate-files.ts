/** The files of a certificate. Drawn on request: equal rows give equal bytes. docs/contract §17. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { SentFile } from '#http/handle.ts'
import { consumeLimit } from '#platform/limits.ts'
import { drawPdfInWorker } from '#platform/pdf/draw-in-worker.ts'
import { toSvg } from '#platform/pictures/drawing.ts'
import { renderPng } from '#platform/pictures/png.ts'
import { addPngText } from '#platform/pictures/png-text.ts'
import { lookUpCertificate, requireCredential } from '../look-up-certificate.ts'
import { type CertificateRow, getCertificate } from '../queries/certificates.ts'
import { BADGE_KEYWORD } from './badge-keyword.ts'
import { drawCertificate } from './certificate-drawing.ts'
import { createPrintedFacts } from './certificate-facts.ts'

const PICTURE = { width: 1200, height: 850 } as const
/** 297 mm in points. */
const A4_LANDSCAPE_POINTS = 841.89
const RETRY_AFTER_SECONDS = 2

/** The picture with the credential inside, for everybody who has the address of the certificate. */
export async function readPicture(deps: Deps, publicId: string, ip: string): Promise<Outcome<SentFile>> {
  const certificate = await lookUpCertificate(deps, publicId, ip)
  if (!certificate.ok) return certificate
  const jws = await requireCredential(deps, certificate.value.id)
  if (!jws) return refused('CERTIFICATE_NOT_FOUND')
  const png = await drawPicture(deps, certificate.value)
  return accepted({
    filename: `certificate-${certificate.value.number}.png`,
    content: addPngText(png, BADGE_KEYWORD, jws),
  })
}

/** For the holder, with the name, also if the page hides it. */
export async function readPdf(deps: Deps, personId: string, certificateId: string): Promise<Outcome<SentFile>> {
  const row = await getCertificate(deps.db, certificateId)
  if (row?.person_id !== personId) return refused('CERTIFICATE_NOT_FOUND')
  if (row.state === 'revoked') return refused('CERTIFICATE_REVOKED')
  const wait = await consumeLimit(deps.db, 'certificatePdfPerHolder', personId)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const content = await drawPdf(deps, row)
  return content
    ? accepted({ filename: `certificate-${row.number}.pdf`, content })
    : refused('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS })
}

function drawPicture(deps: Pick<Deps, 'config' | 'site'>, row: CertificateRow): Promise<Buffer> {
  const facts = createPrintedFacts(deps, row, true)
  return renderPng(JSON.stringify(facts), () => toSvg(drawCertificate(facts), PICTURE))
}

function drawPdf(deps: Pick<Deps, 'config' | 'site'>, row: CertificateRow): Promise<Buffer | null> {
  return drawPdfInWorker({
    title: `Certificate: ${row.course_title}`,
    author: row.issuer_name ?? deps.site.current.issuerName,
    at: row.issued_at,
    pageWidth: A4_LANDSCAPE_POINTS,
    drawing: drawCertificate(createPrintedFacts(deps, row, false)),
  })
}
