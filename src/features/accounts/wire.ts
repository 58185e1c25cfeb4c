/** Who is who: the login host's calls. Contract §3. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Attribution, CountryCode, Email, Instant, PersonName, TimeZone } from '#http/schemas.ts'
import { ownerFields } from './wire/step-up.ts'

export const Tokens = z.object({ token: z.string(), refresh_token: z.string() })
export type Tokens = z.infer<typeof Tokens>

export const Profile = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  learner: z.object({
    phoneNumber: z.string().nullable(),
    countryCode: z.string().nullable(),
    timezoneId: z.string().nullable(),
  }),
  roles: z.array(z.enum(['learner', 'creator', 'community-admin'])),
  /** Whether news may be sent to them. */
  marketing: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

/** What is typed as a password. Cut off early, so that a guess cannot make the hash take minutes. */
const Secret = z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }).max(1024)
/** What a mailed link carries. */
const Mailed = z.string().max(200)
/** Read as E.164, or as national in the country beside it. */
const Phone = z.string().trim().max(40)

export const logIn = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-in',
  summary: 'Log in with e-mail and password',
  actor: 'anyone',
  body: z.object({
    email: Email,
    password: Secret,
    isCommunityAdmin: z.boolean().optional(),
    /** A code of the authenticator app or a recovery code, where a second factor is on. */
    otp: z.string().trim().max(32).optional(),
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

/** Whatever is not what it should be is refused as a token, not as a field. */
const Loose = (most: number) => z.string().max(most).optional().catch('')

export const getToken = endpoint({
  host: 'login',
  method: 'POST',
  path: 'get-token',
  summary: 'Exchange a refresh token, or the token of a social log-in, for new tokens',
  actor: 'anyone',
  body: z.object({
    refreshToken: Loose(1024),
    authToken: Loose(8192),
    provider: Loose(40),
    code: Loose(4096),
    appleUserData: z.unknown().optional(),
    appleRedirectUrl: Loose(1024),
  }),
  answers: { 200: Tokens },
  refusals: ['REFRESH_INVALID', 'SOCIAL_FAILED'],
})

export const confirmSocial = endpoint({
  host: 'login',
  method: 'POST',
  path: 'confirm-social',
  summary: 'Finish a social log-in with the mailed link, in the browser that began it',
  actor: 'anyone',
  body: z.object({ token: Mailed, claim: z.string().max(200) }),
  answers: { 200: Tokens },
  refusals: ['RESET_INVALID', 'RATE_LIMITED'],
})

export const signUp = endpoint({
  host: 'login',
  method: 'POST',
  path: 'sign-up',
  summary:
    'Ask for an account; the address is confirmed by mail, and the answer never tells whether it was known. The browser keeps the key',
  actor: 'anyone',
  body: z.object({
    name: PersonName,
    email: Email,
    password: Secret,
    phoneNumber: Phone.optional(),
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
    'Confirm an address and log in: with the mailed link or code and the key of the sign-up, or with the link and a new password',
  actor: 'anyone',
  body: z.object({
    email: Email.optional(),
    code: z.string().trim().max(20).optional(),
    token: Mailed.optional(),
    /** What the sign-up, or a log-in before the address was confirmed, answered to this browser. */
    signUpKey: z.string().max(200).optional(),
    /** A new password, where the link is opened without the key. */
    password: Secret.optional(),
  }),
  answers: { 200: Tokens },
  refusals: ['FIELD_INVALID', 'VERIFICATION_INVALID', 'PASSWORD_NEEDED', 'PASSWORD_WEAK', 'RATE_LIMITED'],
})

export const forgetPassword = endpoint({
  host: 'login',
  method: 'POST',
  path: 'forget-password',
  summary: 'Mail a link to set a new password, if the address has an account',
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
  body: z.object({ token: Mailed, password: Secret }),
  answers: { 200: z.object({ data: z.object({ email: z.string() }) }) },
  refusals: ['FIELD_INVALID', 'RESET_INVALID', 'PASSWORD_WEAK', 'RATE_LIMITED'],
})

export const changePassword = endpoint({
  host: 'login',
  method: 'POST',
  path: 'change-password',
  summary: 'Set another password; ends every other session of the person',
  actor: 'person',
  body: z.object({ currentPassword: Secret, password: Secret, otp: ownerFields.otp }),
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'PASSWORD_WEAK', 'RATE_LIMITED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const logOut = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-out',
  summary: 'End the session, its access tokens too',
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
  summary: 'Change what the signed-in person tells of themselves; fields that are left out stay',
  actor: 'person',
  body: z.object({
    name: PersonName.optional(),
    /** An empty one takes the number away. */
    phoneNumber: Phone.optional(),
    timezoneId: TimeZone.optional(),
    countryCode: z.string().trim().toUpperCase().optional(),
    marketing: z.boolean().optional(),
  }),
  answers: { 200: Profile },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

const SessionView = z.object({
  sessionId: z.string(),
  /** Such as "Firefox on Linux". */
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
  summary: 'Where the signed-in person is logged in, newest use first',
  actor: 'person',
  answers: { 200: z.object({ data: z.array(SessionView) }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const endOneSession = endpoint({
  host: 'login',
  method: 'DELETE',
  path: 'sessions/:sessionId',
  summary: 'Log one device out',
  actor: 'person',
  params: z.object({ sessionId: z.uuid() }),
  answers: { 204: z.undefined() },
  refusals: ['SESSION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const endOtherSessions = endpoint({
  host: 'login',
  method: 'DELETE',
  path: 'sessions',
  summary: 'Log every other device out',
  actor: 'person',
  answers: { 204: z.undefined() },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
