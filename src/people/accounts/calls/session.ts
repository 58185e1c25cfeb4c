/** The calls of a session that every app page needs. The others are in `accounts/calls.ts`. */
import type { Client, SignedInAudience } from '#http/client.ts'
import { logOut, userProfile } from '../wire.ts'

export const callLogOut = (client: Client, refreshToken: string) => client.call(logOut, { body: { refreshToken } })

export const callUserProfile = (client: Client, audience: SignedInAudience = 'learner') =>
  client.call(userProfile, { auth: audience })
