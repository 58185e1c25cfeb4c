/** Which card provider this installation has. */
import type { Config } from '#config.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Secrets } from '../secrets.ts'
import { type Gateway, withDeadline } from './gateway.ts'
import { openSandbox } from './sandbox.ts'
import { openStripe } from './stripe.ts'

/** Stripe where it is configured, else the sandbox. A production server takes no play money: null until a provider is configured. */
export function openGateway(config: Config, parts: { db: Db; jobs: Jobs; secrets: Secrets }): Gateway | null {
  if (config.stripe) return withDeadline(openStripe(config.stripe))
  if (config.mode === 'production') return null
  return withDeadline(openSandbox({ ...parts, bankUrl: `${config.paymentApiUrl}/sandbox/bank` }))
}
