/** Creates the gateways that the settings name. */
import type { Config } from '#config/config.ts'
import type { Db } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { createGateways, type Gateways } from '#platform/payments/gateways.ts'
import { createPaypalGateway } from '#platform/payments/paypal/paypal.ts'
import { createStripeGateway } from '#platform/payments/stripe.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import type { Secrets } from '#platform/secrets.ts'
import { createSandboxGateway } from '#sandbox/card-gateway.ts'
import { createSandboxPaypal } from '#sandbox/paypal-gateway.ts'

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
