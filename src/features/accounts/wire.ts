/** Who is who: the login host's calls. Contract §3. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Email } from '#http/schemas.ts'

const Tokens = z.object({ token: z.string(), refresh_token: z.string() })
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
})
export type Profile = z.infer<typeof Profile>

/** Longest first, so that a guess cannot make the hash take minutes. */
const Secret = z.string().max(1024)

export const logIn = endpoint({
  host: 'login',
  method: 'POST',
  path: 'log-in',
  summary: 'Log in with e-mail and password',
  actor: 'anyone',
  body: z.object({
    email: Email,
    password: z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }).max(1024),
    isCommunityAdmin: z.boolean().optional(),
  }),
  answers: { 200: Tokens },
  refusals: ['FIELD_INVALID', 'LOGIN_INVALID', 'RATE_LIMITED'],
})

export const getToken = endpoint({
  host: 'login',
  method: 'POST',
  path: 'get-token',
  summary: 'Exchange a refresh token for new tokens',
  actor: 'anyone',
  // Whatever is not one of ours is refused as a token, not as a field.
  body: z.object({ refreshToken: z.string().max(1024).optional().catch(undefined) }),
  answers: { 200: Tokens },
  refusals: ['REFRESH_INVALID'],
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

export const resetPassword = endpoint({
  host: 'login',
  method: 'POST',
  path: 'reset-password',
  summary: 'Set a password with a mailed link; ends every session of the person',
  actor: 'anyone',
  body: z.object({ token: z.string().max(200), password: Secret }),
  answers: { 200: z.object({ data: z.object({ email: z.string() }) }) },
  refusals: ['RESET_INVALID', 'PASSWORD_WEAK', 'RATE_LIMITED'],
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
