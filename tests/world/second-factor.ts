/** People with a second factor, at a log-in host whose clock a test turns. */
import { expect } from 'vitest'
import { createClient } from '#http/client.ts'
import { codeAt, STEP_MS } from '../support/authenticator-app.ts'
import { createIdentityWorld, type Identity, PASSWORD } from './identity.ts'

export type Guarded = { email: string; secret: string; recoveryCodes: string[]; headers: { authorization: string } }

export type FactorWorld = Identity & {
  now(): Date
  /** Moves the clock to the next code, so that it is a fresh one. */
  nextStep(): void
  logIn(email: string, more?: object): ReturnType<Identity['post']>
  /** A person with the second factor on. */
  guarded(roles?: string[]): Promise<Guarded>
  /** A code that was not used yet. */
  freshCode(secret: string): string
}

export async function createFactorWorld(config: object = {}): Promise<FactorWorld> {
  let at = Math.floor(Date.now() / STEP_MS) * STEP_MS + 10_000
  const own = await createIdentityWorld((world) => ({
    ...world,
    config: { ...world.config, ...config },
    clock: () => new Date(at),
  }))
  const nextStep = () => {
    at += STEP_MS
  }
  return {
    ...own,
    now: () => new Date(at),
    nextStep,
    logIn: (email, more = {}) => own.post('log-in', { email, password: PASSWORD, ...more }),
    async guarded(roles) {
      const email = await own.known(roles)
      const headers = await own.as(email)
      const { body: begun } = await own.post('second-factor/totp', { password: PASSWORD }, headers)
      const { secret } = begun.data
      const otp = codeAt(secret, new Date(at))
      const { status, body } = await own.post('second-factor/totp/confirm', { otp }, headers)
      expect(status).toBe(200)
      return { email, secret, recoveryCodes: body.data.recoveryCodes, headers }
    },
    freshCode(secret) {
      nextStep()
      return codeAt(secret, new Date(at))
    },
  }
}

/** The browser's client, signed in with a token, against a server of the test. */
export function createSignedInClient(base: string, authorization: string) {
  const storage = new Map([['access_token', authorization.replace('Bearer ', '')]])
  const keys = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  }
  return createClient({
    fetch: (url, init) => fetch(url, init),
    local: keys,
    session: keys,
    runExclusive: (_name, job) => job(false),
    base: () => base,
  })
}
