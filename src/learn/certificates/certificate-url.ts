import type { Config } from '#config/config.ts'

/** The address of the page that verifies a certificate. */
export function getCertificateUrl({ publicUrl }: Pick<Config, 'publicUrl'>, publicId: string): string {
  return new URL(`/certificates/${publicId}`, publicUrl).href
}
