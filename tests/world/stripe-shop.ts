/** The API of a site that takes cards by Stripe, with its jobs, against Stripe's double. */
import { expect } from 'vitest'
import { audit } from '#features/admin/audit-money.ts'
import { checkoutJobs } from '#features/checkout/jobs.ts'
import { createStripeGateway } from '#platform/payments/stripe.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import { createRigConfig } from '../providers/rigs.ts'
import { startStripe } from '../providers/stripe/stripe.ts'
import { startApi } from './api.ts'
import { createWorld, withGateway } from './world.ts'

/** `close` expects a clean audit. */
export async function startStripeShop() {
  const [world, double] = await Promise.all([createWorld(20), startStripe(7)])
  const stripe = createRigConfig(double)
  const deps = withGateway({ ...world, config: { ...world.config, stripe } }, withDeadline(createStripeGateway(stripe)))
  const api = await startApi(deps)
  await checkoutJobs(deps)
  async function close(): Promise<void> {
    const violations = (await audit(deps)).filter((answer) => answer.violations.length > 0)
    await api.close()
    await double.close()
    await world.close()
    expect(violations).toEqual([])
  }
  return { world, double, deps, api, close }
}
