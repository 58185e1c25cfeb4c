/** Confirming a sign-up: the e-mail proves the mailbox, the key proves who chose the password. docs/contract §3. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createIdentityWorld, fresh, type Identity, PASSWORD, SAID } from '../../../../tests/world/identity.ts'
import { getOrCreatePerson, personByEmail } from '../queries/people.ts'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld((world) => ({
    ...world,
    config: { ...world.config, trustedProxies: ['127.0.0.1'] },
  }))
})
afterAll(() => identityWorld.close())

const OTHER_PASSWORD = 'a password of another'
const NEEDS_PASSWORD = { status: 400, body: { errorCode: 'PASSWORD_NEEDED' } }
/** Each test has its own IP address, because attempts are counted per address. */
let testCount = 0
const headers = () => ({ 'x-forwarded-for': `198.51.100.${testCount}` })
beforeEach(() => {
  testCount += 1
})
const post = (path: string, body: unknown) => identityWorld.post(path, body, headers())
const readToken = (text: string) => /#token=(\S+)/.exec(text)![1]!
const readCode = (text: string) => /^\d{6}$/m.exec(text)![0]
const createWrongCode = (code: string, offset: number) => String((Number(code) + offset) % 1_000_000).padStart(6, '0')

/** Signs up and returns the browser's key and the e-mail. */
async function signUp(email: string, password = PASSWORD, mailCount = 1) {
  const { body } = await post('sign-up', { name: 'Ana', email, password, phoneNumber: '+639171234567' })
  const { text_body: text } = await identityWorld.mailTo(email, mailCount)
  return { signUpKey: body.data?.signUpKey as string, text }
}

async function addGuest(email: string) {
  const guest = { email, name: 'Ana', phoneNumber: null, timezoneId: null }
  await identityWorld.world.db.transaction().execute((tx) => getOrCreatePerson(tx, guest))
}

describe('a mailed link', () => {
  test('does not let in a person who signed up with a stranger’s address, even if the owner confirms it', async () => {
    const email = fresh()
    const { text } = await signUp(email, OTHER_PASSWORD)
    const token = readToken(text)
    expect(await post('verify-email', { token })).toMatchObject(NEEDS_PASSWORD)
    expect(await post('verify-email', { token, password: 'short' })).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_WEAK' },
    })
    expect(await post('verify-email', { token, password: 'mine alone now' })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: OTHER_PASSWORD })).toMatchObject(SAID.wrong)
    expect(await post('log-in', { email, password: 'mine alone now' })).toMatchObject(SAID.tokens)
    expect(await personByEmail(identityWorld.world.db, email)).toMatchObject({ phone_number: null })
    expect(await post('verify-email', { token, password: 'mine alone now' })).toMatchObject(SAID.notConfirmed)
  })

  test('with the sign-up key, creates the account with the password of the sign-up', async () => {
    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    expect(await post('verify-email', { token: readToken(text), signUpKey })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('of any sign-up with the address confirms the sign-up of the given key', async () => {
    const email = fresh()
    const owner = await signUp(email)
    const stranger = await signUp(email, OTHER_PASSWORD, 2)
    const response = await post('verify-email', { token: readToken(stranger.text), signUpKey: owner.signUpKey })
    expect(response).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: OTHER_PASSWORD })).toMatchObject(SAID.wrong)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test.each(['of another address', 'that was forged'])('does not accept a key %s', async (keyKind) => {
    const { text, signUpKey } = await signUp(fresh())
    const otherKey = (await signUp(fresh(), OTHER_PASSWORD)).signUpKey
    const wrong = keyKind === 'that was forged' ? `${signUpKey.slice(0, 36)}${otherKey.slice(36)}` : otherKey
    expect(await post('verify-email', { token: readToken(text), signUpKey: wrong })).toMatchObject(NEEDS_PASSWORD)
  })

  test('with the key, sets the password of the sign-up for a guest', async () => {
    const email = fresh()
    await addGuest(email)
    const { text, signUpKey } = await signUp(email)
    expect(await post('verify-email', { token: readToken(text) })).toMatchObject(NEEDS_PASSWORD)
    expect(await post('verify-email', { token: readToken(text), signUpKey })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })
})

describe('the key', () => {
  test('is returned for known and unknown addresses, and again for a log-in with the password of the sign-up', async () => {
    for (const email of [fresh(), await identityWorld.known()]) {
      const { signUpKey } = await signUp(email, OTHER_PASSWORD)
      expect(signUpKey).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/)
      const logInResponse = await post('log-in', { email, password: OTHER_PASSWORD })
      expect(logInResponse).toMatchObject({ status: 403, body: { errorCode: 'EMAIL_UNVERIFIED', data: { signUpKey } } })
    }
  })
})

describe('a mailed code', () => {
  test('works only in the browser that signed up', async () => {
    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    const code = readCode(text)
    expect(await post('verify-email', { email, code })).toMatchObject(SAID.notConfirmed)
    const otherSignUp = await signUp(fresh(), OTHER_PASSWORD)
    const withAnother = { email, code, signUpKey: otherSignUp.signUpKey }
    expect(await post('verify-email', withAnother)).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { email, code, signUpKey })).toMatchObject(SAID.tokens)
  })

  test('stops working after five wrong ones, even in parallel; the link still works', async () => {
    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    const code = readCode(text)
    const wrong = [1, 2, 3, 4, 5].map((offset) => createWrongCode(code, offset))
    await Promise.all(wrong.map((attempt) => post('verify-email', { email, code: attempt, signUpKey })))
    expect(await post('verify-email', { email, code, signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { token: readToken(text), signUpKey })).toMatchObject(SAID.tokens)
  })

  test('stops working once a newer one was sent to the address, for any sign-up', async () => {
    const email = fresh()
    const first = await signUp(email)
    const second = await signUp(email, OTHER_PASSWORD, 2)
    const [older, newest] = [readCode(first.text), readCode(second.text)]
    const { signUpKey } = first
    expect(await post('verify-email', { email, code: older, signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { email, code: newest, signUpKey })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('allows ten attempts a day per address, known or not, for any number of e-mails', async () => {
    for (const email of [fresh(), await identityWorld.known()]) {
      const attempt = (signUpKey: string) => post('verify-email', { email, code: '000000', signUpKey })
      for (const mailCount of [1, 2]) {
        const { signUpKey } = await signUp(email, OTHER_PASSWORD, mailCount)
        for (let attemptNumber = 0; attemptNumber < 5; attemptNumber++)
          expect(await attempt(signUpKey)).toMatchObject({ status: 400 })
      }
      const { signUpKey } = await signUp(email, OTHER_PASSWORD, 3)
      const lateResponse = await attempt(signUpKey)
      expect(lateResponse).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
      expect(Number(lateResponse.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    }
  })

  test('never works for an existing account: a guest gets none, and an earlier one stops working', async () => {
    const guest = fresh()
    await addGuest(guest)
    const { text: ofGuest } = await signUp(guest)
    expect(ofGuest).not.toMatch(/\d{6}/)
    expect(ofGuest).toContain('you don’t need a code: click the button')

    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    await addGuest(email)
    expect(await post('verify-email', { email, code: readCode(text), signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { token: readToken(text), signUpKey })).toMatchObject(SAID.tokens)
  })
})
