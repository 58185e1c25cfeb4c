/** A device that makes passkeys and really signs with them (WebAuthn level 3, ES256, no attestation), and the browser before it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type CeremonyOptions = { challenge: string }
/** The values that differ for a thief, a fake site or a copy of the device. */
export type Otherwise = {
  origin?: string
  rpId?: string
  counter?: number
  userHandle?: string
  isVerified?: boolean
  type?: string
}

export type PasskeyDevice = {
  credentialId: string
  create(options: CeremonyOptions & { user: { id: string } }, otherwise?: Otherwise): Promise<NewPasskey>
  get(options: CeremonyOptions, otherwise?: Otherwise): Promise<UsedPasskey>
}
type Named = { id: string; rawId: string; type: 'public-key' }
export type NewPasskey = Named & {
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}
export type UsedPasskey = Named & {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string }
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export function createPasskeyDevice(site: string): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const named: Named = { id: encode(credential), rawId: encode(credential), type: 'public-key' }
  let counter = 0
  let handle = ''
  const head = ({ rpId = new URL(site).hostname, isVerified = true, ...more }: Otherwise, flags = 0) => {
    const at = Buffer.alloc(5)
    at[0] = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags
    at.writeUInt32BE(more.counter ?? counter++, 1)
    return Buffer.concat([sha256(rpId), at])
  }
  const clientData = (type: string, { challenge }: CeremonyOptions, otherwise: Otherwise) =>
    Buffer.from(
      JSON.stringify({ type: otherwise.type ?? type, challenge, origin: otherwise.origin ?? site, crossOrigin: false }),
    )

  return {
    credentialId: named.id,
    async create(options, otherwise = {}) {
      handle = options.user.id
      const length = Buffer.from([0, credential.length])
      const authData = Buffer.concat([
        head(otherwise, HAS_CREDENTIAL),
        Buffer.alloc(16),
        length,
        credential,
        cose(publicKey),
      ])
      return {
        ...named,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', options, otherwise)),
          attestationObject: encode(attestation(authData)),
          transports: ['internal'],
        },
      }
    },
    async get(options, otherwise = {}) {
      const authData = head(otherwise)
      const data = clientData('webauthn.get', options, otherwise)
      return {
        ...named,
        response: {
          clientDataJSON: encode(data),
          authenticatorData: encode(authData),
          signature: encode(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          userHandle: otherwise.userHandle ?? handle,
        },
      }
    },
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function cose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** CBOR: {"fmt": "none", "attStmt": {}, "authData": …} */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
    length,
    authData,
  ])
}
