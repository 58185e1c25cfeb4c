/** ID tokens that a provider never meant for us, or never made: each goes the whole way and leaves nothing behind. Invariant S4. */
import { randomUUID } from 'node:crypto'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GOOGLE_CLIENT, type Signing, signProperly } from '../../tests/providers/google.ts'
import { counts } from '../../tests/providers/people.ts'
import { openSocialWorld, type SocialWorld } from '../../tests/providers/social-world.ts'

let social: SocialWorld
let stranger: CryptoKeyPair
let strangersCurve: CryptoKeyPair
beforeAll(async () => {
  social = await openSocialWorld()
  stranger = await generateKeyPair('RS256', { extractable: true })
  strangersCurve = await generateKeyPair('ES256', { extractable: true })
})
afterAll(() => social.close())
beforeEach(() => {
  const sub = randomUUID()
  social.google.person = { sub, email: `${sub}@gmail.com`, email_verified: true }
  social.google.sign = signProperly
})

type Forger = (signing: Signing) => Promise<string> | string

const now = () => Math.floor(Date.now() / 1000)
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Properly signed, with other claims; `undefined` leaves one out. */
const claiming =
  (change: (claims: JWTPayload) => Record<string, unknown>): Forger =>
  (signing) =>
    signProperly({ ...signing, claims: { ...signing.claims, ...change(signing.claims) } as JWTPayload })
const withHmac =
  (secret: (signing: Signing) => Promise<string> | string): Forger =>
  async (signing) =>
    new SignJWT(signing.claims)
      .setProtectedHeader({ alg: 'HS256', kid: signing.kid })
      .sign(Buffer.from(await secret(signing)))
const parts = async (signing: Signing) => (await signProperly(signing)).split('.') as [string, string, string]

const FORGERIES: Record<string, Forger> = {
  'another audience': claiming(() => ({ aud: 'another.apps.google.test' })),
  'no audience': claiming(() => ({ aud: undefined })),
  'an empty list as audience': claiming(() => ({ aud: [] })),
  'an audience of us and others': claiming(() => ({ aud: [GOOGLE_CLIENT.id, 'another.apps.google.test'] })),
  'an audience that only begins like us': claiming(() => ({ aud: `${GOOGLE_CLIENT.id}.evil` })),
  'a number as audience': claiming(() => ({ aud: 7 })),
  'another issuer': claiming(() => ({ iss: 'https://elsewhere.test' })),
  'no issuer': claiming(() => ({ iss: undefined })),
  'an issuer with a slash more': claiming(({ iss }) => ({ iss: `${iss}/` })),
  'a list as issuer': claiming(({ iss }) => ({ iss: [iss] })),
  'given to another program': claiming(() => ({ azp: 'another.apps.google.test' })),
  'a number for the program': claiming(() => ({ azp: 7 })),
  'no nonce': claiming(() => ({ nonce: undefined })),
  'another nonce': claiming(() => ({ nonce: randomUUID() })),
  'an empty nonce': claiming(() => ({ nonce: '' })),
  'a list with the nonce': claiming(({ nonce }) => ({ nonce: [nonce] })),
  'a nonce in capitals': claiming(({ nonce }) => ({ nonce: String(nonce).toUpperCase() })),
  expired: claiming(() => ({ exp: now() - 120 })),
  'no expiry': claiming(() => ({ exp: undefined })),
  'a text as expiry': claiming(() => ({ exp: String(now() + 600) })),
  'nothing as expiry': claiming(() => ({ exp: null })),
  'not valid yet': claiming(() => ({ nbf: now() + 600 })),
  'a text as beginning': claiming(() => ({ nbf: String(now()) })),
  'made in the future': claiming(() => ({ iat: now() + 600 })),
  'made long ago': claiming(() => ({ iat: now() - 3600 })),
  'made at no time': claiming(() => ({ iat: undefined })),
  'a text as time of making': claiming(() => ({ iat: String(now()) })),
  'about nobody': claiming(() => ({ sub: undefined })),
  'about an empty name': claiming(() => ({ sub: '' })),
  'about a number': claiming(() => ({ sub: 7 })),
  'about a list': claiming(({ sub }) => ({ sub: [sub] })),
  'about a name without end': claiming(() => ({ sub: 'x'.repeat(256) })),
  'no algorithm': ({ claims, kid }) => `${text({ alg: 'none', kid })}.${text(claims)}.`,
  'no algorithm, in capitals': ({ claims, kid }) => `${text({ alg: 'NONE', kid })}.${text(claims)}.`,
  'an empty algorithm': ({ claims, kid }) => `${text({ alg: '', kid })}.${text(claims)}.x`,
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
    const [, payload, signature] = await parts(signing)
    return `${text({ alg: 'PS256', kid: signing.kid })}.${payload}.${signature}`
  },
  'another key under the known name': (signing) => signProperly({ ...signing, privateKey: stranger.privateKey }),
  'an unknown key': (signing) => signProperly({ ...signing, kid: 'google-2', privateKey: stranger.privateKey }),
  'a key that it brings along': async ({ claims, kid }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, jwk: await exportJWK(stranger.publicKey) })
      .sign(stranger.privateKey),
  'a key that it says where to find': ({ claims }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'mine', jku: 'https://elsewhere.test/keys' })
      .sign(stranger.privateKey),
  'another kind of key': ({ claims, kid }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(strangersCurve.privateKey),
  'an extension that must be understood': async ({ claims, kid, privateKey }) => {
    const [, payload, signature] = await parts({ claims, kid, privateKey, publicKey: stranger.publicKey })
    return `${text({ alg: 'RS256', kid, crit: ['exp'], exp: 1 })}.${payload}.${signature}`
  },
  'a touched payload': async (signing) => {
    const [header, , signature] = await parts(signing)
    return `${header}.${text({ ...signing.claims, sub: 'somebody else' })}.${signature}`
  },
  'a touched header': async (signing) => {
    const [, payload, signature] = await parts(signing)
    return `${text({ alg: 'RS256', kid: signing.kid, typ: 'JWT' })}.${payload}.${signature}`
  },
  'a touched signature': async (signing) => {
    const [header, payload, signature] = await parts(signing)
    return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  },
  'half a signature': async (signing) => (await signProperly(signing)).slice(0, -100),
  'no signature': async (signing) => `${(await parts(signing)).slice(0, 2).join('.')}.`,
  'two parts': async (signing) => (await parts(signing)).slice(0, 2).join('.'),
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

test('there are more than thirty of them, and an honest token is taken after each', async () => {
  expect(Object.keys(FORGERIES).length).toBeGreaterThanOrEqual(30)
  expect((await social.logIn('google')).status).toBe(200)
  social.google.sign = ({ claims, kid, privateKey }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey)
  expect((await social.logIn('google')).status).toBe(200)
})
