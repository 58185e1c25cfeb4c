/** Client functions for the portal endpoints. */
import type { Client } from '#http/client.ts'
import { purchases } from './wire/purchases.ts'
import { learnerHome, signedUpInfo } from './wire.ts'

export const callSignedUpInfo = (client: Client) => client.call(signedUpInfo, { auth: 'learner' })

export const callLearnerHome = (client: Client) => client.call(learnerHome, { auth: 'learner' })

export const callPurchases = (client: Client, after?: string) =>
  client.call(purchases, { auth: 'learner', query: after ? { after } : {} })
