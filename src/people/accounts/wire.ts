/** Endpoints of the login host: log-in, sign-up, profile and sessions. docs/contract §3. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import {
  Attribution,
  CountryCode,
  Email,
  Instant,
  OneTimeCode,
  PersonName,
  PhoneText,
  TimeZone,
} from '#http/schemas.ts'
import { ownerFields } from './wire/step-up.ts'

export const Tokens = z.object({ token: z.string(), refresh_token: z.string() }).meta({ id: 'Tokens' })
export type Tokens = z.infer<typeof Tokens>

export const Profile = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    learner: z.object({
      phoneNumber: z.string().nullable(),
      countryCode: z.string().nullable(),
      timezoneId: z.string().nullable(),
    }),
    roles: z.array(z.enum(['learner', 'creator', 'community-admin'])),
    /** Whether the person agreed to receive news. */
    marketing: z.boolean(),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

/** A password. The length limit keeps hashing fast, so a long password cannot block the server. */
export const PasswordText = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .max(1024)
/** The token in a mailed link. */
const MailedToken = z.string().max(200)

export const logIn = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-in',
  summary: 'Log in with e-mail and password',
  actor: 'anyone',
  body: z.object({
    email: Email,
    password: PasswordText,
    isCommunityAdmin: z.boolean().optional(),
    /** A code from the authenticator app or a recovery code. Needed when a second factor is on. */
    otp: OneTimeCode.optional(),
  }),
  answers: { 200: Tokens },
  refusals: [
    'FIELD_INVALID',
    'LOGIN_INVALID',
    'OTP_REQUIRED',
    'OTP_INVALID',
    'EMAIL_UNVERIFIED',
    'SECOND_FACTOR_NEEDED',
    'RATE_LIMITED',
  ],
})

/** An invalid value becomes an empty string, so the token is refused instead of the field. */
const LenientString = (maxLength: number) => z.string().max(maxLength).optional().catch('')

export const getToken = endpoint({
  host: 'login',
  method: 'POST',
  path: 'get-token',
  summary: 'Exchange a refresh token, or the token of a social log-in, for new tokens',
  actor: 'anyone',
  body: z.object({
    refreshToken: LenientString(1024),
    authToken: LenientString(8192),
    provider: LenientString(40),
    code: LenientString(4096),
    appleUserData: z.unknown().optional(),
    appleRedirectUrl: LenientString(1024),
  }),
  answers: { 200: Tokens },
  refusals: ['REFRESH_INVALID', 'SOCIAL_FAILED'],
})

export const confirmSocial = endpoint({
  host: 'login',
  method: 'POST',
  path: 'confirm-social',
  summary: 'Finish a social log-in with the mailed link, in the browser that started it',
  actor: 'anyone',
  body: z.object({ token: MailedToken, claim: z.string().max(200) }),
  answers: { 200: Tokens },
  refusals: ['RESET_INVALID', 'RATE_LIMITED'],
})

export const signUp = endpoint({
  host: 'login',
  method: 'POST',
  path: 'sign-up',
  summary:
    'Request an account. The address is confirmed by e-mail, and the response never shows whether it was known. The browser stores the key',
  actor: 'anyone',
  body: z.object({
    name: PersonName,
    email: Email,
    password: PasswordText,
    phoneNumber: PhoneText.optional(),
    countryCode: CountryCode.optional(),
    timezoneId: TimeZone.optional(),
    attribution: Attribution.optional(),
  }),
  answers: { 200: z.object({ data: z.object({ next: z.literal('verify-email'), signUpKey: z.string() }) }) },
  refusals: ['FIELD_INVALID', 'PASSWORD_WEAK', 'RATE_LIMITED'],
})

export const verifyEmail = endpoint({
  host: 'login',
  method: 'POST',
  path: 'verify-email',
  summary:
    'Confirm an address and log in: with the mailed link or code and the sign-up key, or with the link and a new password',
  actor: 'anyone',
  body: z.object({
    email: Email.optional(),
    code: OneTimeCode.optional(),
    token: MailedToken.optional(),
    /** The key that this browser received from the sign-up, or from a log-in before the address was confirmed. */
    signUpKey: z.string().max(200).optional(),
    /** A new password. Needed when the link is opened without the key. */
    password: PasswordText.optional(),
  }),
  answers: { 200: Tokens },
  refusals: ['FIELD_INVALID', 'VERIFICATION_INVALID', 'PASSWORD_NEEDED', 'PASSWORD_WEAK', 'RATE_LIMITED'],
})

export const forgetPassword = endpoint({
  host: 'login',
  method: 'POST',
  path: 'forget-password',
  summary: 'E-mail a link to set a new password, if the address has an account',
  actor: 'anyone',
  body: z.object({ email: Email }),
  answers: { 200: z.object({ data: z.object({ next: z.literal('read-mail') }) }) },
  refusals: ['FIELD_INVALID', 'RATE_LIMITED'],
})

export const resetPassword = endpoint({
  host: 'login',
  method: 'POST',
  path: 'reset-password',
  summary: 'Set a password with a mailed link; ends every session of the person',
  actor: 'anyone',
  body: z.object({ token: MailedToken, password: PasswordText }),
  answers: { 200: z.object({ data: z.object({ email: z.string() }) }) },
  refusals: ['FIELD_INVALID', 'RESET_INVALID', 'PASSWORD_WEAK', 'RATE_LIMITED'],
})

export const readPasswordLink = endpoint({
  host: 'login',
  method: 'POST',
  path: 'reset-password/read',
  summary: 'Until when a mailed link sets a password; changes nothing',
  actor: 'anyone',
  body: z.object({ token: MailedToken }),
  answers: { 200: z.object({ data: z.object({ expiresAt: Instant }) }) },
  refusals: ['RESET_INVALID', 'RATE_LIMITED'],
})

export const requestLogInLink = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-in-link',
  summary: 'E-mail a link that logs a learner in, if the address has an account',
  actor: 'anyone',
  body: z.object({ email: Email }),
  answers: { 200: z.object({ data: z.object({ next: z.literal('read-mail') }) }) },
  refusals: ['FIELD_INVALID', 'RATE_LIMITED'],
})

export const readLogInLink = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-in-link/read',
  summary: 'The account that a mailed link logs in to; changes nothing',
  actor: 'anyone',
  body: z.object({ token: MailedToken }),
  answers: { 200: z.object({ data: z.object({ email: z.string(), expiresAt: Instant }) }) },
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const logInByLink = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-in-link/use',
  summary: 'Log in as a learner with a mailed link, once',
  actor: 'anyone',
  body: z.object({
    token: MailedToken,
    /** A code from the authenticator app or a recovery code. Needed when a second factor is on. */
    otp: OneTimeCode.optional(),
  }),
  answers: { 200: Tokens },
  refusals: ['VERIFICATION_INVALID', 'OTP_REQUIRED', 'OTP_INVALID', 'RATE_LIMITED'],
})

export const changePassword = endpoint({
  host: 'login',
  method: 'POST',
  path: 'change-password',
  summary: 'Change the password; ends every other session of the person',
  actor: 'person',
  body: z.object({ currentPassword: PasswordText, password: PasswordText, otp: ownerFields.otp }),
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'PASSWORD_WEAK', 'RATE_LIMITED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const logOut = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-out',
  summary: 'End the session and its access tokens',
  actor: 'anyone',
  body: z.object({ refreshToken: z.string().max(1024) }),
  answers: { 204: z.undefined() },
  refusals: [],
})

export const userProfile = endpoint({
  host: 'login',
  method: 'GET',
  path: 'user-profile',
  summary: 'The signed-in person',
  actor: 'person',
  answers: { 200: Profile },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const changeProfile = endpoint({
  host: 'login',
  method: 'PATCH',
  path: 'user-profile',
  summary: 'Change the profile of the signed-in person; omitted fields stay unchanged',
  actor: 'person',
  body: z.object({
    name: PersonName.optional(),
    /** An empty string removes the number. */
    phoneNumber: PhoneText.optional(),
    timezoneId: TimeZone.optional(),
    countryCode: z.string().trim().toUpperCase().optional(),
    marketing: z.boolean().optional(),
    /** Shows the first name and the initial to others in the person's live cohorts. */
    isVisibleToCohort: z.boolean().optional(),
  }),
  answers: { 200: Profile },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const SessionView = z.object({
  sessionId: z.string(),
  /** For example "Firefox on Linux". */
  device: z.string(),
  audience: z.enum(['learner', 'admin']),
  startedAt: Instant,
  lastUsedAt: Instant,
  isThisOne: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

export const listSessions = endpoint({
  host: 'login',
  method: 'GET',
  path: 'sessions',
  summary: 'The sessions of the signed-in person, most recently used first',
  actor: 'person',
  answers: { 200: z.object({ data: z.array(SessionView) }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const endOneSession = endpoint({
  host: 'login',
  method: 'DELETE',
  path: 'sessions/:sessionId',
  summary: 'Log out one device',
  actor: 'person',
  params: z.object({ sessionId: z.uuid() }),
  answers: { 204: z.undefined() },
  refusals: ['SESSION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const endOtherSessions = endpoint({
  host: 'login',
  method: 'DELETE',
  path: 'sessions',
  summary: 'Log out every other device',
  actor: 'person',
  answers: { 204: z.undefined() },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
