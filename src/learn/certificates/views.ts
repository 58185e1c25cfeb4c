/** Certificates as everybody sees them, and as their holder does. */
import type { Config } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { formatNumber } from './certificate-numbers.ts'
import { getCertificateUrl } from './certificate-url.ts'
import { MAX_NAME_CHANGES } from './change-certificate.ts'
import { createTexts, isPrintable, readArt } from './documents/certificate-facts.ts'
import type { CertificateRow } from './queries/certificates.ts'
import type { CertificateView, OwnCertificateView } from './wire.ts'

/** A revoked certificate shows no name. */
export function toCertificateView(row: CertificateRow): CertificateView {
  const isShown = row.is_named && row.state === 'issued'
  return {
    publicId: row.public_id,
    state: row.state,
    number: formatNumber(row.number),
    name: isShown ? row.name : null,
    courseTitle: row.course_title,
    coursePrefixCode: row.course_code,
    teachers: row.teachers,
    hours: row.hours,
    completedOn: row.completed_on,
    issuedAt: row.issued_at.toISOString(),
    reason: row.reason,
  }
}

export function toOwnCertificateView(deps: Pick<Deps, 'config' | 'site'>, row: CertificateRow): OwnCertificateView {
  const { config } = deps
  const isIssued = row.state === 'issued'
  const { issuerName, statement, signature } = createTexts(deps, row, false)
  const { poster, focal, hue } = readArt(row.art)
  return {
    ...toCertificateView(row),
    certificateId: row.id,
    name: row.name,
    isNamed: row.is_named,
    nameChangesLeft: MAX_NAME_CHANGES - row.name_changes,
    drawing: { issuerName, statement, signature, poster, focal, hue },
    url: getCertificateUrl(config, row.public_id),
    isNamePrintable: isPrintable(row.name),
    credentialUrl: isIssued ? getFileUrl(config, row.public_id, 'credential') : null,
    pictureUrl: isIssued ? getFileUrl(config, row.public_id, 'picture') : null,
    linkedInUrl: isIssued ? createLinkedInUrl(deps, row) : null,
  }
}

export function getFileUrl(
  { staticDataApiUrl }: Pick<Config, 'staticDataApiUrl'>,
  publicId: string,
  file: 'credential' | 'picture',
): string {
  return new URL(`/api/v1/certificates/${publicId}/${file}`, staticDataApiUrl).href
}

/** https://addtoprofile.linkedin.com describes the parameters. */
function createLinkedInUrl({ config, site }: Pick<Deps, 'config' | 'site'>, row: CertificateRow): string {
  const [year, month] = row.completed_on.split('-')
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: row.course_title,
    organizationName: row.issuer_name ?? site.current.issuerName,
    issueYear: year!,
    issueMonth: String(Number(month)),
    certUrl: getCertificateUrl(config, row.public_id),
    certId: formatNumber(row.number),
  })
  return `https://www.linkedin.com/profile/add?${query}`
}
