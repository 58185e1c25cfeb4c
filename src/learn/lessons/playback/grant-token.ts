/**
 * The token in the address of every media file: the id of a play grant, the end of the grant and an HMAC over both. It
 * stands in the path, so relative addresses of playlists, byte ranges and `<video>` work without a script.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

const PURPOSE = 'play grant'
const ID_BYTES = 16
const END_BYTES = 4
const MAC_BYTES = 16
/** 36 bytes as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{48}$/

export type GrantToken = { grantId: string; endsAt: Date }

/** 48 characters. The end is rounded down to whole seconds. */
export function createGrantToken(secrets: Pick<Secrets, 'mac'>, { grantId, endsAt }: GrantToken): string {
  const body = Buffer.alloc(ID_BYTES + END_BYTES)
  body.write(grantId.replaceAll('-', ''), 'hex')
  body.writeUInt32BE(Math.floor(endsAt.getTime() / 1000), ID_BYTES)
  const mac = secrets.mac(PURPOSE, body.toString('hex')).subarray(0, MAC_BYTES)
  return Buffer.concat([body, mac]).toString('base64url')
}

/** The content of a token that one of our secrets signed, or null. The caller checks the end. */
export function readGrantToken(secrets: Pick<Secrets, 'macs'>, token: string): GrantToken | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, ID_BYTES + END_BYTES)
  const mac = bytes.subarray(ID_BYTES + END_BYTES)
  const expected = secrets.macs(PURPOSE, body.toString('hex')).map((full) => full.subarray(0, MAC_BYTES))
  if (!expected.some((candidate) => timingSafeEqual(candidate, mac))) return null
  const hex = body.toString('hex', 0, ID_BYTES)
  const grantId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return { grantId, endsAt: new Date(body.readUInt32BE(ID_BYTES) * 1000) }
}
