/** The login host's calls, as the browser makes them. `as` says by whose token: the learner's or the admin's. */
import type { Client, Signed } from '#http/client.ts'
import type * as wire from './wire.ts'

type Body<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']

export const callLogIn = (client: Client, body: Body<typeof wire.logIn>) =>
  client.call<typeof wire.logIn>({ host: 'login', method: 'POST', path: 'log-in' }, { body })

export const callSocial = (client: Client, body: Body<typeof wire.getToken>) =>
  client.call<typeof wire.getToken>({ host: 'login', method: 'POST', path: 'get-token' }, { body })

export const callConfirmSocial = (client: Client, body: Body<typeof wire.confirmSocial>) =>
  client.call<typeof wire.confirmSocial>({ host: 'login', method: 'POST', path: 'confirm-social' }, { body })

export const callLogOut = (client: Client, refreshToken: string) =>
  client.call<typeof wire.logOut>({ host: 'login', method: 'POST', path: 'log-out' }, { body: { refreshToken } })

export const callSignUp = (client: Client, body: Body<typeof wire.signUp>) =>
  client.call<typeof wire.signUp>({ host: 'login', method: 'POST', path: 'sign-up' }, { body })

export const callVerifyEmail = (client: Client, body: Body<typeof wire.verifyEmail>) =>
  client.call<typeof wire.verifyEmail>({ host: 'login', method: 'POST', path: 'verify-email' }, { body })

export const callForgetPassword = (client: Client, email: string) =>
  client.call<typeof wire.forgetPassword>(
    { host: 'login', method: 'POST', path: 'forget-password' },
    { body: { email } },
  )

export const callResetPassword = (client: Client, body: Body<typeof wire.resetPassword>) =>
  client.call<typeof wire.resetPassword>({ host: 'login', method: 'POST', path: 'reset-password' }, { body })

export const callChangePassword = (client: Client, as: Signed, body: Body<typeof wire.changePassword>) =>
  client.call<typeof wire.changePassword>(
    { host: 'login', method: 'POST', path: 'change-password' },
    { body, auth: as },
  )

export const callUserProfile = (client: Client, as: Signed = 'learner') =>
  client.call<typeof wire.userProfile>({ host: 'login', method: 'GET', path: 'user-profile' }, { auth: as })

export const callChangeProfile = (client: Client, as: Signed, body: Body<typeof wire.changeProfile>) =>
  client.call<typeof wire.changeProfile>({ host: 'login', method: 'PATCH', path: 'user-profile' }, { body, auth: as })

export const callSessions = (client: Client, as: Signed) =>
  client.call<typeof wire.listSessions>({ host: 'login', method: 'GET', path: 'sessions' }, { auth: as })

export const callEndSession = (client: Client, as: Signed, sessionId: string) =>
  client.call<typeof wire.endOneSession>(
    { host: 'login', method: 'DELETE', path: 'sessions/:sessionId' },
    { params: { sessionId }, auth: as },
  )

export const callEndOtherSessions = (client: Client, as: Signed) =>
  client.call<typeof wire.endOtherSessions>({ host: 'login', method: 'DELETE', path: 'sessions' }, { auth: as })
