/** Forged ID tokens and tokens for other clients: each goes through the whole log-in, is refused and leaves no row. */
import { randomUUID } from 'node:crypto'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GOOGLE_CLIENT, type Signing, signProperly } from '../../../../tests/providers/google.ts'
import { counts } from '../../../../tests/providers/people.ts'
import { createSocialWorld, type SocialWorld } from '../../../../tests/world/social-world.ts'

let social: SocialWorld
let strangerKey: CryptoKeyPair
let strangerEcKey: CryptoKeyPair
beforeAll(async () => {
  social = await createSocialWorld()
  strangerKey = await generateKeyPair('RS256', { extractable: true })
  strangerEcKey = await generateKeyPair('ES256', { extractable: true })
})
afterAll(() => social.close())
beforeEach(() => {
  const sub = randomUUID()
  social.google.person = { sub, email: `${sub}@gmail.com`, email_verified: true }
  social.google.sign = signProperly
})

type Forger = (signing: Signing) => Promise<string> | string

const now = () => Math.floor(Date.now() / 1000)
const encodeJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Correctly signed, with changed claims; `undefined` removes one. */
const withClaims =
  (change: (claims: JWTPayload) => Record<string, unknown>): Forger =>
  (signing) =>
    signProperly({ ...signing, claims: { ...signing.claims, ...change(signing.claims) } as JWTPayload })
const withHmac =
  (secret: (signing: Signing) => Promise<string> | string): Forger =>
  async (signing) =>
    new SignJWT(signing.claims)
      .setProtectedHeader({ alg: 'HS256', kid: signing.kid })
      .sign(Buffer.from(await secret(signing)))
const signParts = async (signing: Signing) => (await signProperly(signing)).split('.') as [string, string, string]

const FORGERIES: Record<string, Forger> = {
  'another audience': withClaims(() => ({ aud: 'another.apps.google.test' })),
  'no audience': withClaims(() => ({ aud: undefined })),
  'an empty list as audience': withClaims(() => ({ aud: [] })),
  'an audience of us and others': withClaims(() => ({ aud: [GOOGLE_CLIENT.id, 'another.apps.google.test'] })),
  'an audience that only begins like us': withClaims(() => ({ aud: `${GOOGLE_CLIENT.id}.evil` })),
  'a number as audience': withClaims(() => ({ aud: 7 })),
  'another issuer': withClaims(() => ({ iss: 'https://elsewhere.test' })),
  'no issuer': withClaims(() => ({ iss: undefined })),
  'an issuer with a slash more': withClaims(({ iss }) => ({ iss: `${iss}/` })),
  'a list as issuer': withClaims(({ iss }) => ({ iss: [iss] })),
  'given to another program': withClaims(() => ({ azp: 'another.apps.google.test' })),
  'a number for the program': withClaims(() => ({ azp: 7 })),
  'no nonce': withClaims(() => ({ nonce: undefined })),
  'another nonce': withClaims(() => ({ nonce: randomUUID() })),
  'an empty nonce': withClaims(() => ({ nonce: '' })),
  'a list with the nonce': withClaims(({ nonce }) => ({ nonce: [nonce] })),
  'a nonce in capitals': withClaims(({ nonce }) => ({ nonce: String(nonce).toUpperCase() })),
  expired: withClaims(() => ({ exp: now() - 120 })),
  'no expiry': withClaims(() => ({ exp: undefined })),
  'a text as expiry': withClaims(() => ({ exp: String(now() + 600) })),
  'nothing as expiry': withClaims(() => ({ exp: null })),
  'not valid yet': withClaims(() => ({ nbf: now() + 600 })),
  'a text as beginning': withClaims(() => ({ nbf: String(now()) })),
  'made in the future': withClaims(() => ({ iat: now() + 600 })),
  'made long ago': withClaims(() => ({ iat: now() - 3600 })),
  'made at no time': withClaims(() => ({ iat: undefined })),
  'a text as time of making': withClaims(() => ({ iat: String(now()) })),
  'about nobody': withClaims(() => ({ sub: undefined })),
  'about an empty name': withClaims(() => ({ sub: '' })),
  'about a number': withClaims(() => ({ sub: 7 })),
  'about a list': withClaims(({ sub }) => ({ sub: [sub] })),
  'about a name without end': withClaims(() => ({ sub: 'x'.repeat(256) })),
  'no algorithm': ({ claims, kid }) => `${encodeJson({ alg: 'none', kid })}.${encodeJson(claims)}.`,
  'no algorithm, in capitals': ({ claims, kid }) => `${encodeJson({ alg: 'NONE', kid })}.${encodeJson(claims)}.`,
  'an empty algorithm': ({ claims, kid }) => `${encodeJson({ alg: '', kid })}.${encodeJson(claims)}.x`,
  'an HMAC with the public key': withHmac(({ publicKey }) => exportSPKI(publicKey)),
  'an HMAC with the published key': withHmac(async ({ publicKey }) => JSON.stringify(await exportJWK(publicKey))),
  'an HMAC with our client secret': withHmac(() => GOOGLE_CLIENT.secret),
  'another algorithm, with the right key': async ({ claims, kid, privateKey }) => {
    const key = await importJWK(await exportJWK(privateKey), 'RS512')
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS512', kid }).sign(key)
  },
  'another padding, with the right key': async ({ claims, kid, privateKey }) => {
    const key = await importJWK(await exportJWK(privateKey), 'PS256')
    return new SignJWT(claims).setProtectedHeader({ alg: 'PS256', kid }).sign(key)
  },
  'another algorithm than its header says': async (signing) => {
    const [, payload, signature] = await signParts(signing)
    return `${encodeJson({ alg: 'PS256', kid: signing.kid })}.${payload}.${signature}`
  },
  'another key under the known name': (signing) => signProperly({ ...signing, privateKey: strangerKey.privateKey }),
  'an unknown key': (signing) => signProperly({ ...signing, kid: 'google-2', privateKey: strangerKey.privateKey }),
  'a key that it brings along': async ({ claims, kid }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, jwk: await exportJWK(strangerKey.publicKey) })
      .sign(strangerKey.privateKey),
  'a key that it says where to find': ({ claims }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'mine', jku: 'https://elsewhere.test/keys' })
      .sign(strangerKey.privateKey),
  'another kind of key': ({ claims, kid }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(strangerEcKey.privateKey),
  'an extension that must be understood': async ({ claims, kid, privateKey }) => {
    const [, payload, signature] = await signParts({ claims, kid, privateKey, publicKey: strangerKey.publicKey })
    return `${encodeJson({ alg: 'RS256', kid, crit: ['exp'], exp: 1 })}.${payload}.${signature}`
  },
  'a touched payload': async (signing) => {
    const [header, , signature] = await signParts(signing)
    return `${header}.${encodeJson({ ...signing.claims, sub: 'somebody else' })}.${signature}`
  },
  'a touched header': async (signing) => {
    const [, payload, signature] = await signParts(signing)
    return `${encodeJson({ alg: 'RS256', kid: signing.kid, typ: 'JWT' })}.${payload}.${signature}`
  },
  'a touched signature': async (signing) => {
    const [header, payload, signature] = await signParts(signing)
    return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  },
  'half a signature': async (signing) => (await signProperly(signing)).slice(0, -100),
  'no signature': async (signing) => `${(await signParts(signing)).slice(0, 2).join('.')}.`,
  'two parts': async (signing) => (await signParts(signing)).slice(0, 2).join('.'),
  'five parts': async (signing) => `${await signProperly(signing)}.x.y`,
  'a list as payload': ({ kid, privateKey }) =>
    new CompactSign(Buffer.from('[]')).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
  'a payload that is no JSON': ({ kid, privateKey }) =>
    new CompactSign(Buffer.from('sub=1')).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
  'not a token': () => 'x',
  'nothing at all': () => '',
}

test.each(Object.entries(FORGERIES))('%s: refused in one sentence, and no row is written', async (_name, forger) => {
  social.google.sign = async (signing) => forger(signing)
  const before = await counts(social.world)
  expect(await social.logIn('google')).toMatchObject({
    status: 401,
    body: { errorCode: 'SOCIAL_FAILED', message: 'Error Logging in. Please try again.' },
  })
  expect(await counts(social.world)).toEqual(before)
})

test('there are at least thirty forgeries, and a valid token is accepted after them', async () => {
  expect(Object.keys(FORGERIES).length).toBeGreaterThanOrEqual(30)
  expect((await social.logIn('google')).status).toBe(200)
  social.google.sign = ({ claims, kid, privateKey }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey)
  expect((await social.logIn('google')).status).toBe(200)
})
