/** The page that verifies a certificate, for everybody who has its address. docs/contract §17. */
import type { Deps } from '#http/deps.ts'
import { createQrCode } from '#platform/pictures/qr-code.ts'
import { createTexts, readArt } from './documents/certificate-facts.ts'
import { lookUpCertificate } from './look-up-certificate.ts'
import type { CertificateRow } from './queries/certificates.ts'
import { getFileUrl, toCertificateView } from './views.ts'

export type VerifyPage = ValidPage | RevokedPage | { is: 'unknown' } | { is: 'limited'; retryAfter: number }
export type ValidPage = ReturnType<typeof createValidPage>
export type RevokedPage = ReturnType<typeof createRevokedPage>

export async function loadVerifyPage(deps: Deps, publicId: string, ip: string): Promise<VerifyPage> {
  const outcome = await lookUpCertificate(deps, publicId, ip)
  if (outcome.ok)
    return outcome.value.state === 'issued' ? createValidPage(deps, outcome.value) : createRevokedPage(outcome.value)
  const { code, retryAfter = 60 } = outcome.refusal
  return code === 'RATE_LIMITED' ? { is: 'limited', retryAfter } : { is: 'unknown' }
}

function createValidPage(deps: Deps, row: CertificateRow) {
  const { config } = deps
  const { hue, focal, poster } = readArt(row.art)
  const texts = createTexts(deps, row, true)
  return {
    is: 'valid' as const,
    view: toCertificateView(row),
    texts,
    hue,
    focal,
    poster,
    code: createQrCode(texts.url),
    credentialUrl: getFileUrl(config, row.public_id, 'credential'),
    pictureUrl: getFileUrl(config, row.public_id, 'picture'),
  }
}

function createRevokedPage(row: CertificateRow) {
  return { is: 'revoked' as const, view: toCertificateView(row) }
}
