/** Creates the gateways that the settings name. */
import type { Config } from '#config.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Secrets } from '../secrets.ts'
import { createGateways, type Gateways } from './gateways.ts'
import { createPaypalGateway } from './paypal/paypal.ts'
import { createSandboxGateway } from './sandbox.ts'
import { createSandboxPaypal } from './sandbox-paypal.ts'
import { createStripeGateway } from './stripe.ts'
import { withDeadline } from './with-deadline.ts'

/**
 * Stripe and PayPal take new payments where they are configured, else their sandbox does. A sandbox stays next to them,
 * so that its open payments can end. A production server has no sandbox: its money is not real.
 */
export function createConfiguredGateways(config: Config, parts: { db: Db; jobs: Jobs; secrets: Secrets }): Gateways {
  const stripe = config.stripe && withDeadline(createStripeGateway(config.stripe))
  const paypal = config.paypal && withDeadline(createPaypalGateway(config.paypal))
  if (config.mode === 'production') return createGateways({ card: stripe, paypal })
  const sandboxUrl = `${config.paymentApiUrl}/sandbox`
  const sandbox = withDeadline(createSandboxGateway({ ...parts, bankUrl: `${sandboxUrl}/bank` }))
  const sandboxPaypal = withDeadline(createSandboxPaypal({ ...parts, approvalUrl: `${sandboxUrl}/paypal` }))
  return createGateways({ card: stripe ?? sandbox, paypal: paypal ?? sandboxPaypal }, [sandbox, sandboxPaypal])
}
