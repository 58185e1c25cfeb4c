/** The login host's calls, as the browser makes them. */
import type { Client } from '#http/client.ts'
import type { logIn, logOut, resetPassword, userProfile } from './wire.ts'

export const callLogIn = (client: Client, body: { email: string; password: string }) =>
  client.call<typeof logIn>({ host: 'login', method: 'POST', path: 'log-in' }, { body })

export const callLogOut = (client: Client, refreshToken: string) =>
  client.call<typeof logOut>({ host: 'login', method: 'POST', path: 'log-out' }, { body: { refreshToken } })

export const callUserProfile = (client: Client) =>
  client.call<typeof userProfile>({ host: 'login', method: 'GET', path: 'user-profile' }, { auth: 'learner' })

export const callResetPassword = (client: Client, body: { token: string; password: string }) =>
  client.call<typeof resetPassword>({ host: 'login', method: 'POST', path: 'reset-password' }, { body })
