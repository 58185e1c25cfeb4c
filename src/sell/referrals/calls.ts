/** The client function of the referral endpoint. */
import type { Client } from '#http/client.ts'
import { ownReferrals } from './wire.ts'

export const callOwnReferrals = (client: Client) => client.call(ownReferrals, { auth: 'learner' })
