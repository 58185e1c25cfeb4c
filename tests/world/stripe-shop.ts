/** The API of a site that takes cards by Stripe, with its jobs, against Stripe's double. */

import { createStripeGateway } from '#platform/payments/stripe.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { createRigConfig } from '../providers/rigs.ts'
import { startStripe } from '../providers/stripe/stripe.ts'
import { startApi } from './api.ts'
import { closeAudited } from './close-audited.ts'
import { createWorld, withGateway } from './world.ts'

/** `close` expects a clean audit. */
export async function startStripeShop() {
  const [world, double] = await Promise.all([createWorld(20), startStripe(7)])
  const stripe = createRigConfig(double)
  const deps = withGateway({ ...world, config: { ...world.config, stripe } }, withDeadline(createStripeGateway(stripe)))
  const api = await startApi(deps)
  await deps.jobs.work(checkoutJobs(deps))
  async function close(): Promise<void> {
    await api.close()
    await closeAudited({ ...deps, close: world.close })
    await double.close()
  }
  return { world, double, deps, api, close }
}
