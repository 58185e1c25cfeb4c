/** Browser calls to the login host. `audience` selects the learner's or the admin's token. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as wire from './wire.ts'

export const callLogIn = (client: Client, body: RequestBody<typeof wire.logIn>) => client.call(wire.logIn, { body })

export const callGetToken = (client: Client, body: RequestBody<typeof wire.getToken>) =>
  client.call(wire.getToken, { body })

export const callConfirmSocial = (client: Client, body: RequestBody<typeof wire.confirmSocial>) =>
  client.call(wire.confirmSocial, { body })

export const callSignUp = (client: Client, body: RequestBody<typeof wire.signUp>) => client.call(wire.signUp, { body })

export const callVerifyEmail = (client: Client, body: RequestBody<typeof wire.verifyEmail>) =>
  client.call(wire.verifyEmail, { body })

export const callForgetPassword = (client: Client, email: string) =>
  client.call(wire.forgetPassword, { body: { email } })

export const callResetPassword = (client: Client, body: RequestBody<typeof wire.resetPassword>) =>
  client.call(wire.resetPassword, { body })

export const callRequestLogInLink = (client: Client, email: string) =>
  client.call(wire.requestLogInLink, { body: { email } })

export const callReadLogInLink = (client: Client, token: string) => client.call(wire.readLogInLink, { body: { token } })

export const callUseLogInLink = (client: Client, body: RequestBody<typeof wire.useLogInLink>) =>
  client.call(wire.useLogInLink, { body })

export const callChangePassword = (
  client: Client,
  audience: SignedInAudience,
  body: RequestBody<typeof wire.changePassword>,
) => client.call(wire.changePassword, { body, auth: audience })

export const callChangeProfile = (
  client: Client,
  audience: SignedInAudience,
  body: RequestBody<typeof wire.changeProfile>,
) => client.call(wire.changeProfile, { body, auth: audience })

export const callSessions = (client: Client, audience: SignedInAudience) =>
  client.call(wire.listSessions, { auth: audience })

export const callEndSession = (client: Client, audience: SignedInAudience, sessionId: string) =>
  client.call(wire.endOneSession, { params: { sessionId }, auth: audience })

export const callEndOtherSessions = (client: Client, audience: SignedInAudience) =>
  client.call(wire.endOtherSessions, { auth: audience })
