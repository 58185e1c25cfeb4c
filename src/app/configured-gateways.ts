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

type Parts = { db: Db; jobs: Jobs; secrets: Secrets }

/**
 * Stripe and PayPal take new payments where they are configured, else their sandbox does. A sandbox stays next to them,
 * so that its open payments can end. A production server has no sandbox: its money is not real.
 */
export function createConfiguredGateways(config: Config, parts: Parts): Gateways {
  const stripe = config.stripe && withDeadline(createStripeGateway(config.stripe))
  const paypal = config.paypal && withDeadline(createPaypalGateway(config.paypal))
  if (config.mode === 'production') return createGateways({ card: stripe, paypal })
  const { card, paypal: sandboxPaypal } = createSandboxes(config, parts)
  return createGateways({ card: stripe ?? card, paypal: paypal ?? sandboxPaypal }, [card, sandboxPaypal])
}

/** The sandboxes alone, whatever else is configured. */
export const createSandboxGateways = (config: Config, parts: Parts): Gateways =>
  createGateways(createSandboxes(config, parts))

function createSandboxes(config: Config, parts: Parts) {
  const sandboxUrl = `${config.paymentApiUrl}/sandbox`
  return {
    card: withDeadline(createSandboxGateway({ ...parts, bankUrl: `${sandboxUrl}/bank` })),
    paypal: withDeadline(createSandboxPaypal({ ...parts, approvalUrl: `${sandboxUrl}/paypal` })),
  }
}
