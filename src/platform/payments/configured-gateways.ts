/** Creates the gateways that the settings name. */
import type { Config } from '#config.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Secrets } from '../secrets.ts'
import { createGateways, type Gateways } from './gateways.ts'
import { createSandboxGateway } from './sandbox.ts'
import { createSandboxPaypal } from './sandbox-paypal.ts'
import { createStripeGateway } from './stripe.ts'
import { withDeadline } from './with-deadline.ts'

/**
 * Stripe takes new cards where it is configured, else the sandbox does. The sandbox stays next to Stripe, so that its
 * open payments can end. A production server has no sandbox: its money is not real.
 */
export function createConfiguredGateways(config: Config, parts: { db: Db; jobs: Jobs; secrets: Secrets }): Gateways {
  const stripe = config.stripe && withDeadline(createStripeGateway(config.stripe))
  if (config.mode === 'production') return createGateways({ card: stripe, paypal: null })
  const sandboxUrl = `${config.paymentApiUrl}/sandbox`
  const sandbox = withDeadline(createSandboxGateway({ ...parts, bankUrl: `${sandboxUrl}/bank` }))
  const paypal = withDeadline(createSandboxPaypal({ ...parts, approvalUrl: `${sandboxUrl}/paypal` }))
  return createGateways({ card: stripe ?? sandbox, paypal }, [sandbox])
}
