/** Who a confirmed sign-up lets in: the mail proves the mailbox, the key proves who typed the password. Contract §3. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fresh, type Identity, openIdentity, PASSWORD, SAID } from '../../../tests/identity.ts'
import { personByEmail, personForEmail } from './queries/people.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity((world) => ({ ...world, config: { ...world.config, trustedProxies: ['127.0.0.1'] } }))
})
afterAll(() => own.close())

const STRANGERS = 'a password of another'
const NEEDS_PASSWORD = { status: 400, body: { errorCode: 'PASSWORD_NEEDED' } }
/** Each test has an address of its own: guesses are counted by it, too. */
let tests = 0
const headers = () => ({ 'x-forwarded-for': `198.51.100.${tests}` })
beforeEach(() => {
  tests += 1
})
const post = (path: string, body: unknown) => own.post(path, body, headers())
const tokenIn = (text: string) => /#token=(\S+)/.exec(text)![1]!
const codeIn = (text: string) => /^\d{6}$/m.exec(text)![0]
const wrongCode = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** Signs up and answers the browser's key and the mail. */
async function signUp(email: string, password = PASSWORD, mails = 1) {
  const { body } = await post('sign-up', { name: 'Ana', email, password, phoneNumber: '+639171234567' })
  const { text_body: text } = await own.mailTo(email, mails)
  return { signUpKey: body.data?.signUpKey as string, text }
}

async function addGuest(email: string) {
  const guest = { email, name: 'Ana', phoneNumber: null, timezoneId: null }
  await own.world.db.transaction().execute((tx) => personForEmail(tx, guest))
}

describe('a mailed link', () => {
  test('does not let in whoever signed up with a stranger’s address and waited for the owner to press', async () => {
    const email = fresh()
    const { text } = await signUp(email, STRANGERS)
    const token = tokenIn(text)
    expect(await post('verify-email', { token })).toMatchObject(NEEDS_PASSWORD)
    expect(await post('verify-email', { token, password: 'short' })).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_WEAK' },
    })
    expect(await post('verify-email', { token, password: 'mine alone now' })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: STRANGERS })).toMatchObject(SAID.wrong)
    expect(await post('log-in', { email, password: 'mine alone now' })).toMatchObject(SAID.tokens)
    expect(await personByEmail(own.world.db, email)).toMatchObject({ phone_number: null })
    expect(await post('verify-email', { token, password: 'mine alone now' })).toMatchObject(SAID.notConfirmed)
  })

  test('with the key of the browser that signed up, opens the account with the password of the sign-up', async () => {
    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    expect(await post('verify-email', { token: tokenIn(text), signUpKey })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('of any sign-up with the address opens the one whose key is there, whoever asked besides', async () => {
    const email = fresh()
    const owner = await signUp(email)
    const stranger = await signUp(email, STRANGERS, 2)
    const answer = await post('verify-email', { token: tokenIn(stranger.text), signUpKey: owner.signUpKey })
    expect(answer).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: STRANGERS })).toMatchObject(SAID.wrong)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test.each(['of another address', 'that was forged'])('is without a key where the key is one %s', async (which) => {
    const { text, signUpKey } = await signUp(fresh())
    const other = (await signUp(fresh(), STRANGERS)).signUpKey
    const wrong = which === 'that was forged' ? `${signUpKey.slice(0, 36)}${other.slice(36)}` : other
    expect(await post('verify-email', { token: tokenIn(text), signUpKey: wrong })).toMatchObject(NEEDS_PASSWORD)
  })

  test('gives a guest who has bought the password of the sign-up, with its key alone', async () => {
    const email = fresh()
    await addGuest(email)
    const { text, signUpKey } = await signUp(email)
    expect(await post('verify-email', { token: tokenIn(text) })).toMatchObject(NEEDS_PASSWORD)
    expect(await post('verify-email', { token: tokenIn(text), signUpKey })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })
})

describe('the key', () => {
  test('comes for known and unknown addresses alike, and again with the password of the sign-up', async () => {
    for (const email of [fresh(), await own.known()]) {
      const { signUpKey } = await signUp(email, STRANGERS)
      expect(signUpKey).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/)
      const again = await post('log-in', { email, password: STRANGERS })
      expect(again).toMatchObject({ status: 403, body: { errorCode: 'EMAIL_UNVERIFIED', data: { signUpKey } } })
    }
  })
})

describe('a mailed code', () => {
  test('works in the browser that signed up and nowhere else', async () => {
    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    const code = codeIn(text)
    expect(await post('verify-email', { email, code })).toMatchObject(SAID.notConfirmed)
    const others = await signUp(fresh(), STRANGERS)
    const withAnother = { email, code, signUpKey: others.signUpKey }
    expect(await post('verify-email', withAnother)).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { email, code, signUpKey })).toMatchObject(SAID.tokens)
  })

  test('is void after five wrong ones, also where they come at once; the link is not', async () => {
    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    const code = codeIn(text)
    const wrong = [1, 2, 3, 4, 5].map((by) => wrongCode(code, by))
    await Promise.all(wrong.map((guess) => post('verify-email', { email, code: guess, signUpKey })))
    expect(await post('verify-email', { email, code, signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { token: tokenIn(text), signUpKey })).toMatchObject(SAID.tokens)
  })

  test('is void once a newer one was mailed to the address, for whichever sign-up', async () => {
    const email = fresh()
    const first = await signUp(email)
    const second = await signUp(email, STRANGERS, 2)
    const [older, newest] = [codeIn(first.text), codeIn(second.text)]
    const { signUpKey } = first
    expect(await post('verify-email', { email, code: older, signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { email, code: newest, signUpKey })).toMatchObject(SAID.tokens)
    expect(await post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('can be guessed ten times a day for an address, known or not, however many mails are asked for', async () => {
    for (const email of [fresh(), await own.known()]) {
      const guess = (signUpKey: string) => post('verify-email', { email, code: '000000', signUpKey })
      for (const mails of [1, 2]) {
        const { signUpKey } = await signUp(email, STRANGERS, mails)
        for (let time = 0; time < 5; time++) expect(await guess(signUpKey)).toMatchObject({ status: 400 })
      }
      const { signUpKey } = await signUp(email, STRANGERS, 3)
      const late = await guess(signUpKey)
      expect(late).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    }
  })

  test('opens no account that exists: a guest’s mail has none, and one that was mailed before opens nothing', async () => {
    const guest = fresh()
    await addGuest(guest)
    expect((await signUp(guest)).text).not.toMatch(/\d{6}/)

    const email = fresh()
    const { text, signUpKey } = await signUp(email)
    await addGuest(email)
    expect(await post('verify-email', { email, code: codeIn(text), signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await post('verify-email', { token: tokenIn(text), signUpKey })).toMatchObject(SAID.tokens)
  })
})
