/** The codes of an authenticator app: RFC 6238, six digits, 30 seconds, SHA-1, which is what every app can do. */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const ISSUER = 'Understudy'
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
/** Codes of the step before and after are taken too: clocks differ, and people type slowly. */
const WINDOW = 1

export type NewTotp = {
  /** Base32, to be typed where no camera is. */
  secret: string
  uri: string
  /** Drawn here, so that the secret goes nowhere else. */
  qrSvg: string
}

export function newTotp(email: string): NewTotp {
  const totp = open(new Secret({ size: SECRET_BYTES }), email)
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qrSvg: renderSVG(uri, { border: 2 }) }
}

/** The step (of 30 seconds since 1970) that a code belongs to, or null where it is none of the moment. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  // The library throws where letters of several bytes make the lengths differ.
  if (!isDigits(code)) return null
  const totp = open(Secret.fromBase32(secret))
  const timestamp = at.getTime()
  const off = totp.validate({ token: code, timestamp, window: WINDOW })
  return off === null ? null : totp.counter({ timestamp }) + off
}

export const isDigits = (code: string): boolean => /^[0-9]{6}$/.test(code)

function open(secret: Secret, label = ISSUER): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: 30, secret })
}
