/** The login host of a test's world: people with passwords, their tokens, and the mails that reach them. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { accountsJobs } from '#people/accounts/jobs.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { mailingJobs } from '#people/mailing/jobs.ts'
import { listNewestMails } from '#people/mailing/queries.ts'
import { type Api, type ApiResponse, startApi } from './api.ts'
import { createWorld, type World } from './world.ts'

export const PASSWORD = 'three blind mice run'

export type Admin = { id: string; email: string; headers: { authorization: string } }

export type Identity = {
  world: World
  api: Api
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  /** An account with a password; its address. */
  known(roles?: string[]): Promise<string>
  bearer(email: string, more?: object): Promise<{ authorization: string; refresh: string }>
  /** The header of a session just begun. */
  as(email: string, more?: object): Promise<{ authorization: string }>
  /** A community admin who has just logged in as one. */
  admin(): Promise<Admin>
  /** The newest mail to an address. The jobs have then written that many. */
  mailTo(email: string, count?: number): Promise<{ subject: string; text_body: string; html_body: string }>
  close(): Promise<void>
}

export const fresh = () => `${randomUUID()}@understudy.test`

export async function createIdentityWorld(change: (world: World) => World = (world) => world): Promise<Identity> {
  const world = change(await createWorld(20))
  await world.jobs.work([...accountsJobs(world), ...mailingJobs(world)])
  const api = await startApi(world)
  const passwords = createPasswords()
  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    api.post(`/api/v1/${path}`, body, headers)
  async function bearer(email: string, more: object = {}) {
    const { body } = await post('log-in', { email, password: PASSWORD, ...more })
    return { authorization: `Bearer ${body.token}`, refresh: body.refresh_token as string }
  }
  async function known(roles = ['learner']) {
    const email = fresh()
    await createVerifiedAccount(world.db, passwords, { email, name: 'Demo Person', roles, timezoneId: 'UTC' }, PASSWORD)
    return email
  }
  const as = async (email: string, more?: object) => ({ authorization: (await bearer(email, more)).authorization })
  return {
    world,
    api,
    post,
    known,
    bearer,
    as,
    async admin() {
      const email = await known(['learner', 'community-admin'])
      const { id } = (await personByEmail(world.db, email))!
      return { id, email, headers: await as(email, { isCommunityAdmin: true }) }
    },
    async mailTo(email, count = 1) {
      await world.runJobs()
      const mails = await listNewestMails(world.db, email)
      expect(mails).toHaveLength(count)
      return mails[0]!
    },
    async close() {
      await api.close()
      await world.close()
    },
  }
}

/** A refusal, to the letter. */
export const says = (status: number, errorCode: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { errorCode, message, requestId: expect.any(String), ...(fields && { fields }) },
})

export const SAID = {
  wrong: says(401, 'LOGIN_INVALID', 'Incorrect email or password.'),
  noEmail: says(400, 'FIELD_INVALID', 'Email is required', { email: 'Email is required' }),
  badEmail: says(400, 'FIELD_INVALID', 'Please enter a valid email address', {
    email: 'Please enter a valid email address',
  }),
  noPassword: says(400, 'FIELD_INVALID', 'Password is required', { password: 'Password is required' }),
  noToken: says(401, 'TOKEN_REQUIRED', 'Please log in.'),
  badToken: says(401, 'TOKEN_INVALID', 'Please log in again.'),
  refreshEnded: says(401, 'REFRESH_INVALID', 'Your session has ended. Please log in again.'),
  linkUsed: says(400, 'RESET_INVALID', 'This link has been used or has expired.'),
  notConfirmed: says(400, 'VERIFICATION_INVALID', 'This code or link is no longer valid.'),
  tokens: { status: 200, body: { token: expect.any(String), refresh_token: expect.any(String) } },
}
