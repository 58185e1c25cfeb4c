/** Client functions for the portal endpoints. */
import type { Client } from '#http/client.ts'
import { learnerHome } from './wire.ts'

export const callLearnerHome = (client: Client) => client.call(learnerHome, { auth: 'learner' })
