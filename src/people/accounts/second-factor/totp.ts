/** Codes of an authenticator app: RFC 6238 with six digits, 30 seconds and SHA-1, which every app supports. */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
/** Also accepts the codes of the step before and after, because clocks differ and people type slowly. */
const WINDOW = 1

export type TotpSetup = {
  /** Base32, to type in when there is no camera. */
  secret: string
  uri: string
  /** Rendered on our server, so that the secret is sent to no other service. */
  qrSvg: string
}

/** @param issuer the site's name, which the app shows above the codes */
export function createTotpSetup(email: string, issuer: string): TotpSetup {
  // Apps split the two names at the first colon.
  const named = { issuer: issuer.replaceAll(':', ' ').replace(/\s+/g, ' ').trim(), label: email }
  const totp = createTotp(new Secret({ size: SECRET_BYTES }), named)
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qrSvg: renderSVG(uri, { border: 2 }) }
}

/** The step (30 seconds each, since 1970) of a code, or null if the code is not valid now. */
export function findTotpStep(secret: string, code: string, at: Date): number | null {
  // The library throws for characters of several bytes, because the lengths differ.
  if (!isDigits(code)) return null
  const totp = createTotp(Secret.fromBase32(secret))
  const timestamp = at.getTime()
  const stepOffset = totp.validate({ token: code, timestamp, window: WINDOW })
  return stepOffset === null ? null : totp.counter({ timestamp }) + stepOffset
}

export const isDigits = (code: string): boolean => /^[0-9]{6}$/.test(code)

function createTotp(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: 30, secret })
}
